import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isShortLived } from './short-lived.ts'
import { root } from './step.ts'

// Each of these checks of `npm test` runs once over a copy of the repository that has all probes in it: it must report
// each of them, and nothing else.

/** Code that is not allowed where it stands. It is appended where the file exists. */
type Probe = { file: string; code: string }

const packages = ['shell', 'mfe-*', 'shared', 'platform', 'api', 'e2e', 'lab', '.ci']

let probes = 0
function probe(folder: string, code: string): Probe {
  probes += 1
  return { file: `${folder}/probe-${probes}.ts`, code: `${code}\n` }
}

const typeProbes: [what: string, Probe][] = [
  ['process in ui', probe('shared/ui/button', 'export const mode = process.env.NODE_ENV')],
  ['Buffer in forms', probe('shared/forms', "export const bytes = Buffer.from('')")],
  ['a type of Node in http', probe('shared/http', 'export type Timer = NodeJS.Timeout')],
  ['setImmediate in session', probe('shared/session', 'setImmediate(() => {})')],
  ['process in the shell', probe('shell/src/routing', 'export const mode = process.env.NODE_ENV')],
  ['__dirname in a remote', probe('mfe-tips/features/tips', 'export const folder = __dirname')],
  ['require in a remote', probe('mfe-payouts/money-order', "export const fs = require('fs')")],
  [
    'import.meta.dirname in a remote',
    probe('mfe-settings/features/phone', 'export const folder = import.meta.dirname'),
  ],
  ['process in an inline script', probe('platform/server/inline', 'export const mode = process.env.NODE_ENV')],
  ['process in the service worker', probe('shell/service-worker', 'export const mode = process.env.NODE_ENV')],
  ['document in the service worker', probe('shell/service-worker', 'export const { title } = document')],
  ['document in the S3 client', probe('api/s3', 'export const { title } = document')],
  ['document in contracts', probe('shared/contracts', 'export const { title } = document')],
  ['process in contracts', probe('shared/contracts', 'export const mode = process.env.NODE_ENV')],
  ['a type of the DOM in contracts', probe('shared/contracts', 'export type Field = HTMLInputElement')],
  ['document in the API', probe('api/src/http', 'export const { title } = document')],
  ['window in the bundler', probe('platform/bundler', 'export const { innerWidth } = window')],
  ['document in releases', probe('platform/releases/compatibility', 'export const { title } = document')],
  ['document in the development servers', probe('platform/dev', 'export const { title } = document')],
  ['document in the portal server', probe('platform/server', 'export const { title } = document')],
  ['document in the checks', probe('.ci', 'export const { title } = document')],
]

const node = 'browser-code-needs-no-node'
const platform = 'browser-code-keeps-out-of-the-platform'
const libraries = 'remotes-take-libraries-from-shared'

const importProbes: [what: string, rule: string, Probe][] = [
  ['node:fs in format', node, probe('shared/format', "import 'node:fs'")],
  ['fs without its prefix in ui', node, probe('shared/ui/button', "import 'fs'")],
  ['a type of node:fs in forms', node, probe('shared/forms', "import type {} from 'node:fs'")],
  ['node:path in a remote, later', node, probe('mfe-tips', "export const path = () => import('node:path')")],
  ['node:crypto in the shell', node, probe('shell/src', "import 'node:crypto'")],
  ['node:fs in contracts', 'contracts-stand-alone', probe('shared/contracts', "import 'node:fs'")],
  ['react in contracts', 'contracts-stand-alone', probe('shared/contracts', "import 'react'")],
  [
    'contracts by a relative path',
    'small-packages-by-their-names',
    probe('shared/format', "import '../contracts/phone.ts'"),
  ],
  ['a widget in contracts', 'contracts-stand-alone', probe('shared/contracts', "import '../ui/button/button.tsx'")],
  [
    'react in the page protocol',
    'protocol-stands-alone',
    { file: 'shared/page-protocol.ts', code: "import 'react'\n" },
  ],
  [
    'a circle of types',
    'no-cycles',
    { file: 'shared/manifest.ts', code: "import type {} from './page-protocol.ts'\n" },
  ],
  ['the S3 store in a remote', platform, probe('mfe-tips', "import '../platform/releases/stores/bucket-store.ts'")],
  ['the SDK in a page', platform, probe('mfe-tips/features/tips', "import '@portal/sdk/bundler'")],
  ['the bundler in ui', platform, probe('shared/ui/button', "import '../../../platform/bundler/webpack.ts'")],
  [
    'a type of a release in the shell',
    platform,
    probe('shell/src', "import type {} from '@portal/platform/bundler/release'"),
  ],
  ['the portal server in the shell', platform, probe('shell/src', "import '@portal/platform/server/page'")],
  ['a command in a remote', platform, probe('mfe-settings', "import '../api/command/command.ts'")],
  ['fastify in the shell', 'nothing-unresolved', probe('shell/src', "import 'fastify'")],
  ['webpack in the shell', 'browser-libraries', probe('shell/src', "import 'webpack'")],
  ['the API in the shell', 'packages-keep-apart', probe('shell/src', "import '../../api/src/settings.ts'")],
  [
    'a widget in the portal server',
    'platform-keeps-out-of-browser-code',
    probe('platform/server', "import '@portal/shared/ui/button'"),
  ],
  ['releases in the bundler', 'bundler-stands-alone', probe('platform/bundler', "import '../releases/live.ts'")],
  ['a command in the bundler', 'bundler-stands-alone', probe('platform/bundler', "import '@portal/command/command'")],
  [
    'the portal server in releases',
    'releases-know-no-server',
    probe('platform/releases', "import '../server/page.ts'"),
  ],
  ['the API in releases', 'releases-know-no-server', probe('platform/releases', "import '@portal/api/settings'")],
  [
    'a development server in the portal server',
    'portal-server-knows-no-developer',
    probe('platform/server', "import '../dev/dev-server.ts'"),
  ],
  [
    'the shell in the bundler',
    'platform-keeps-out-of-browser-code',
    probe('platform/bundler', "import '../../shell/manifest.ts'"),
  ],
  [
    'a module in an inline script',
    'inline-scripts-stand-alone',
    probe('platform/server/inline', "import '@portal/shared/browser-storage'"),
  ],
  ['react-router-dom in a remote', libraries, probe('mfe-tips', "import 'react-router-dom'")],
  ['react-router in a remote', libraries, probe('mfe-tips', "import 'react-router'")],
  ['the query client in a remote', libraries, probe('mfe-tips', "import '@tanstack/react-query'")],
  ['react-hook-form in a remote', libraries, probe('mfe-payouts', "import 'react-hook-form'")],
  ['zustand in a remote', libraries, probe('mfe-payouts', "import 'zustand'")],
  ['axios in a remote', libraries, probe('mfe-settings', "import 'axios'")],
  ['zod in a remote', libraries, probe('mfe-settings', "import 'zod'")],
  ['zod/mini in a test of a remote', libraries, { file: 'mfe-settings/probe.test.ts', code: "import 'zod/mini'\n" }],
  ['zustand beside the session', 'one-place-for-zustand', probe('shared/passkeys', "import 'zustand'")],
  ['dayjs in a remote', libraries, probe('mfe-tips', "import 'dayjs'")],
  [
    'the calendar of contracts in a remote',
    'one-calendar-in-a-page',
    probe('mfe-tips', "import '@portal/contracts/calendar'"),
  ],
  ['axios beside http', 'one-place-for-axios', probe('shared/format', "import 'axios'")],
  [
    'the router beside router.ts',
    'one-place-for-react-router-dom',
    probe('shared/ui/list', "import 'react-router-dom'"),
  ],
  ['forms beside forms', 'one-place-for-react-hook-form', probe('shared/ui/list', "import 'react-hook-form'")],
  [
    'the query client in rules',
    'one-place-for-tanstack-react-query',
    probe('shared/rules', "import '@tanstack/react-query'"),
  ],
  [
    'the API in the command of operators',
    'operators-command-is-a-client',
    probe('api/admin', "import '../src/settings.ts'"),
  ],
  ['ui in the API', 'api-sees-contracts', probe('api/src/http', "import '../../../shared/ui/button/button.tsx'")],
  ['ui in the API by its package', 'nothing-unresolved', probe('api/src/http', "import '@portal/shared/ui/button'")],
  ['react in the API', 'nothing-unresolved', probe('api/src/http', "import 'react'")],
  ['aws4fetch in the commands', 'small-packages-stand-alone', probe('api/command', "import 'aws4fetch'")],
  ['a drill in a journey', 'nothing-needs-the-lab', probe('e2e/fixtures', "import '../../lab/drills/drill.ts'")],
  ['the people by SQL in the test kit', 'test-kit-stands-alone', probe('e2e/kit', "import '../fixtures/people.ts'")],
  [
    'the database in a smoke test',
    'smoke-tests-have-the-kit-alone',
    probe('e2e/tests/smoke', "import '../../fixtures.ts'"),
  ],
  ['a contract in the S3 client', 'small-packages-stand-alone', probe('api/s3', "import '@portal/contracts/phone'")],
  ['another remote', 'packages-keep-apart', probe('mfe-tips', "import '../mfe-payouts/remote.ts'")],
]

let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'walls-'))
  const unread = ['dist', 'snapshots', 'pictures', 'test-results']
  for (const name of ['tsconfig*.json', 'package.json', 'biome.json', '.dependency-cruiser.mjs', ...packages]) {
    for (const file of globSync(name, { cwd: root })) {
      const filter = (path: string) => !unread.includes(basename(path)) && !isShortLived(path)
      // A package's links to the other packages lead to those of the copy.
      await cp(join(root, file), join(copy, file), {
        recursive: true,
        verbatimSymlinks: true,
        preserveTimestamps: true,
        filter,
      })
    }
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  await reuseCompiled()
})

afterAll(() => rm(copy, { recursive: true, force: true }))

describe('the compiler', () => {
  let reported: Map<string, string>

  beforeAll(async () => {
    await place(typeProbes.map(([, probe]) => probe))
    const output = await run('tsc', ['-b', '--pretty', 'false'])
    const errors = output.matchAll(/^(?<file>[^\s(]+)\(\d+,\d+\): error (?<text>.*)$/gm)
    reported = new Map([...errors].map(({ groups }) => [groups?.file ?? '', groups?.text ?? '']))
    await remove(typeProbes.map(([, probe]) => probe))
  })

  test.each(typeProbes)('rejects %s', (_, { file }) => {
    expect(reported.get(file)).toMatch(/^TS(2304|2339|2503|2552|2580|2584|2591|2592|2593):/)
  })

  test('accepts all other files', () => {
    expect([...reported.keys()].filter((file) => !typeProbes.some(([, probe]) => probe.file === file))).toEqual([])
  })
})

describe('the import rules', () => {
  let reported: { from: string; rule: { name: string } }[]

  beforeAll(async () => {
    await place(importProbes.map(([, , probe]) => probe))
    const folders = packages.flatMap((name) => globSync(name, { cwd: copy }))
    reported = JSON.parse(await run('depcruise', ['--output-type', 'json', ...folders])).summary.violations
  })

  test.each(importProbes)('reject %s: %s', (_, rule, { file }) => {
    expect(reported.filter(({ from }) => from === file).map(({ rule }) => rule.name)).toContain(rule)
  })

  test('accept all other files', () => {
    const files = importProbes.map(([, , probe]) => probe.file)
    expect(reported.filter(({ from, rule }) => rule.name !== 'no-cycles' && !files.includes(from))).toEqual([])
  })
})

test('the linter rejects the clock of the phone in a page', async () => {
  const { file, code } = probe(
    'mfe-tips',
    'export const today = [new Date(), Date.now(), Date(), dayjs(), new Date(0), dayjs(0)]',
  )
  await place([{ file, code }])
  const reported = await run('biome', ['lint', '--vcs-enabled=false', '--reporter=github', file])
  expect(reported.match(/The clock of a phone may be wrong/g)).toHaveLength(4)
})

/**
 * What `tsc -b` has compiled here before is not compiled again in the copy: the compiler compares the files with what
 * it has stored of them. It stores the libraries by their paths, which in the copy lead to those of the repository.
 */
async function reuseCompiled(): Promise<void> {
  for (const file of globSync('{*,*/*,*/*/*}/.types/*.tsbuildinfo', { cwd: copy, exclude: ['**/node_modules'] })) {
    const path = join(copy, file)
    const libraries = relative(dirname(path), join(root, 'node_modules'))
    const stored = await readFile(path, 'utf8')
    await writeFile(path, stored.replace(/"(?:\.\.\/)+node_modules\//g, `"${libraries}/`))
  }
}

async function place(given: readonly Probe[]): Promise<void> {
  for (const { file, code } of given) await appendFile(join(copy, file), code)
}

async function remove(given: readonly Probe[]): Promise<void> {
  for (const { file } of given) await rm(join(copy, file))
}

/** What a check prints, whether it fails or not. */
function run(tool: string, args: readonly string[]): Promise<string> {
  const program = join(root, 'node_modules/.bin', tool)
  return new Promise((resolve) => {
    execFile(program, args, { cwd: copy, maxBuffer: 256 * 1024 * 1024 }, (_, stdout) => resolve(stdout))
  })
}
