import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isShortLived } from './short-lived.ts'
import { root } from './step.ts'

// The compiler, the import rules and the linter run over a copy of the repository with forbidden code in it, which is
// called a probe here. Each of the three must report its probes, and nothing else.

/** Code that is not allowed where it stands. It is appended where the file exists. */
type Probe = { file: string; code: string }

const packages = ['shell', 'mfe-*', 'shared', 'platform', 'api', 'e2e', 'lab', '.ci']

let probeCount = 0
/** `path` is a file, or a folder that gets a new file. */
function createProbe(path: string, code: string): Probe {
  probeCount += 1
  return { file: path.endsWith('.ts') ? path : `${path}/probe-${probeCount}.ts`, code: `${code}\n` }
}

const typeProbes = (
  [
    ['shared/ui/button', 'export const mode = process.env.NODE_ENV'],
    ['shared/forms', "export const bytes = Buffer.from('')"],
    ['shared/http', 'export type Timer = NodeJS.Timeout'],
    ['shell/src/app/routing', 'setImmediate(() => {})'],
    ['mfe-tips/features/tips', 'export const folder = __dirname'],
    ['mfe-payouts/money-order', "export const fs = require('fs')"],
    ['mfe-settings/features/phone', 'export const folder = import.meta.dirname'],
    ['platform/server/inline', 'export const mode = process.env.NODE_ENV'],
    ['shell/service-worker', 'export const mode = process.env.NODE_ENV'],
    ['shell/service-worker', 'export const { title } = document'],
    ['shared/contracts', 'export const mode = process.env.NODE_ENV'],
    ['shared/contracts', 'export type Field = HTMLInputElement'],
    ['api/src/http', 'export const { title } = document'],
    ['api/s3', 'export const { title } = document'],
    ['platform/bundler', 'export const { innerWidth } = window'],
    ['platform/server', 'export const { title } = document'],
    ['.ci', 'export const { title } = document'],
  ] as const
).map(([path, code]) => createProbe(path, code))

const importProbes = (
  [
    ['no-cycles', 'shared/manifest.ts', "import type {} from './page-protocol.ts'"],
    ['browser-code-needs-no-node', 'shared/ui/button', "import 'fs'"],
    ['browser-code-needs-no-node', 'shared/forms', "import type {} from 'node:fs'"],
    ['browser-code-needs-no-node', 'mfe-tips', "export const path = () => import('node:path')"],
    ['browser-code-keeps-out-of-the-platform', 'mfe-tips/features/tips', "import '@portal/sdk/bundler'"],
    ['browser-code-keeps-out-of-the-platform', 'shared/ui/button', "import '../../../platform/bundler/webpack.ts'"],
    ['browser-code-keeps-out-of-the-platform', 'mfe-settings', "import '../api/command/command.ts'"],
    ['browser-libraries', 'shell/src', "import 'webpack'"],
    ['nothing-unresolved', 'shell/src', "import 'fastify'"],
    ['packages-keep-apart', 'shell/src', "import '../../api/src/settings/settings.ts'"],
    ['packages-keep-apart', 'mfe-tips', "import '../mfe-payouts/remote.ts'"],
    ['contracts-import-only-zod-and-dayjs', 'shared/contracts', "import 'node:fs'"],
    ['contracts-import-only-zod-and-dayjs', 'shared/contracts', "import '../ui/button/button.tsx'"],
    ['protocol-imports-nothing', 'shared/page-protocol.ts', "import 'react'"],
    ['small-packages-by-their-names', 'shared/format', "import '../contracts/phone.ts'"],
    ['small-packages-import-only-node', 'api/s3', "import '@portal/contracts/phone'"],
    ['operators-command-is-a-client', 'api/admin', "import '../src/settings/settings.ts'"],
    ['api-sees-contracts', 'api/src/http', "import '../../../shared/ui/button/button.tsx'"],
    ['api-backup-imports-nothing-above', 'api/src/backup', "import '../demo/random.ts'"],
    ['api-portal-imports-nothing-above', 'api/src/portal', "import '../backup/check-restore.ts'"],
    ['api-payouts-imports-nothing-above', 'api/src/payouts', "import type {} from '../portal/openapi/document.ts'"],
    ['api-money-imports-nothing-above', 'api/src/money', "import '../payouts/order/limits.ts'"],
    ['api-staff-imports-nothing-above', 'api/src/staff', "import '../money/ledger/ledger.ts'"],
    ['api-identity-imports-nothing-above', 'api/src/identity', "import '../staff/employees/repository.ts'"],
    ['api-messages-imports-nothing-above', 'api/src/messages', "import '../identity/session/repository.ts'"],
    ['api-base-imports-nothing-above', 'api/src/base', "import '../messages/live/hub.ts'"],
    ['api-jobs-imports-nothing-above', 'api/src/jobs', "import '../base/audit/audit.ts'"],
    ['api-http-imports-nothing-above', 'api/src/http', "import '../jobs/jobs.ts'"],
    ['api-db-imports-nothing-above', 'api/src/db', "import '../http/problem.ts'"],
    ['api-settings-imports-nothing-above', 'api/src/settings', "import '../db/connect.ts'"],
    ['api-tracing-imports-nothing-above', 'api/src/tracing', "import '../settings/settings.ts'"],
    ['api-process-imports-nothing-above', 'api/src/process', "import '../settings/settings.ts'"],
    ['shell-sign-in-imports-nothing-above', 'shell/src/sign-in', "import '../telemetry/collector.ts'"],
    ['shell-app-imports-nothing-above', 'shell/src/app', "import '../sign-in/own-pages.ts'"],
    ['shell-updates-imports-nothing-above', 'shell/src/updates', "import '../app/routing/router.tsx'"],
    ['shell-remotes-imports-nothing-above', 'shell/src/remotes', "import '../updates/live/live-later.ts'"],
    ['shell-session-imports-nothing-above', 'shell/src/session', "import '../remotes/registry.ts'"],
    ['server-releases-imports-nothing-above', 'platform/server/releases', "import '../pages/page.ts'"],
    ['server-api-imports-nothing-above', 'platform/server/api', "import '../releases/visitor.ts'"],
    ['server-http-imports-nothing-above', 'platform/server/http', "import '../api/ask-api.ts'"],
    ['platform-keeps-out-of-browser-code', 'platform/server', "import '@portal/shared/ui/button'"],
    ['bundler-imports-only-itself', 'platform/bundler', "import '../releases/live.ts'"],
    ['releases-know-no-server', 'platform/releases', "import '@portal/api/settings/settings'"],
    ['portal-server-knows-no-developer', 'platform/server', "import '../dev/dev-server.ts'"],
    ['inline-scripts-import-only-the-protocol', 'platform/server/inline', "import '@portal/shared/browser-storage'"],
    ['remotes-take-libraries-from-shared', 'mfe-tips', "import 'react-router-dom'"],
    ['remotes-take-libraries-from-shared', 'mfe-settings/probe.test.ts', "import 'zod/mini'"],
    ['one-calendar-in-a-page', 'mfe-tips', "import '@portal/contracts/calendar'"],
    ['one-place-for-zustand', 'shared/passkeys', "import 'zustand'"],
    ['one-place-for-tanstack-react-query', 'shared/rules', "import '@tanstack/react-query'"],
    ['nothing-needs-the-lab', 'e2e/fixtures', "import '../../lab/drills/drill.ts'"],
    ['test-kit-imports-only-contracts', 'e2e/kit', "import '../fixtures/users.ts'"],
    ['smoke-tests-import-only-the-kit', 'e2e/tests/smoke', "import '../../fixtures.ts'"],
  ] as const
).map(([rule, path, code]) => ({ rule, ...createProbe(path, code) }))

let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'boundaries-'))
  const unread = ['dist', 'snapshots', 'pictures', 'test-results']
  const settings = ['tsconfig*.json', '*.config.ts', 'package.json', 'biome.json', '.dependency-cruiser.mjs', '.types']
  for (const name of [...settings, ...packages]) {
    for (const file of globSync(name, { cwd: root })) {
      const filter = (path: string) => !unread.includes(basename(path)) && !isShortLived(path)
      // The links of a package to other packages lead to the copied packages.
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
}, 900_000)

afterAll(() => rm(copy, { recursive: true, force: true }))

describe('the compiler', () => {
  let reported: Map<string, string>

  beforeAll(async () => {
    await addProbes(typeProbes)
    const output = await run('tsc', ['-b', '--pretty', 'false'])
    const errors = output.matchAll(/^(?<file>[^\s(]+)\(\d+,\d+\): error (?<text>.*)$/gm)
    reported = new Map([...errors].map(({ groups }) => [groups?.file ?? '', groups?.text ?? '']))
    await removeProbes(typeProbes)
  }, 900_000)

  test.each(typeProbes)('rejects in $file: $code', ({ file }) => {
    expect(reported.get(file)).toMatch(/^TS(2304|2339|2503|2552|2580|2584|2591|2592|2593):/)
  })

  test('accepts all other files', () => {
    expect([...reported.keys()].filter((file) => !typeProbes.some((probe) => probe.file === file))).toEqual([])
  })
})

describe('the import rules', () => {
  let reported: { from: string; rule: { name: string } }[]

  beforeAll(async () => {
    await addProbes(importProbes)
    const folders = packages.flatMap((name) => globSync(name, { cwd: copy }))
    reported = JSON.parse(await run('depcruise', ['--output-type', 'json', ...folders])).summary.violations
  }, 900_000)

  test.each(importProbes)('$rule rejects in $file: $code', ({ rule, file }) => {
    expect(reported.filter(({ from }) => from === file).map(({ rule }) => rule.name)).toContain(rule)
  })

  test('accept all other files', () => {
    const files = importProbes.map(({ file }) => file)
    expect(reported.filter(({ from, rule }) => rule.name !== 'no-cycles' && !files.includes(from))).toEqual([])
  })
})

test('the linter rejects the clock of the phone in a page', async () => {
  const { file, code } = createProbe(
    'mfe-tips',
    'export const today = [new Date(), Date.now(), Date(), dayjs(), new Date(0), dayjs(0)]',
  )
  await addProbes([{ file, code }])
  const reported = await run('biome', ['lint', '--vcs-enabled=false', '--reporter=github', file])
  expect(reported.match(/The clock of a phone may be wrong/g)).toHaveLength(4)
})

/**
 * Lets the copy reuse what `tsc -b` has compiled here, because the compiler compares the files with its stored hashes.
 * It stores libraries by their paths, which in the copy lead to the libraries of the repository.
 */
async function reuseCompiled(): Promise<void> {
  for (const file of globSync('{,*/,*/*/,*/*/*/}.types/*.tsbuildinfo', { cwd: copy, exclude: ['**/node_modules'] })) {
    const path = join(copy, file)
    const libraries = relative(dirname(path), join(root, 'node_modules'))
    const stored = await readFile(path, 'utf8')
    await writeFile(path, stored.replace(/"(?:\.\.\/)+node_modules\//g, `"${libraries}/`))
  }
}

async function addProbes(given: readonly Probe[]): Promise<void> {
  for (const { file, code } of given) await appendFile(join(copy, file), code)
}

async function removeProbes(given: readonly Probe[]): Promise<void> {
  for (const { file } of given) await rm(join(copy, file))
}

/** Returns what a check prints, whether it fails or not. */
function run(tool: string, args: readonly string[]): Promise<string> {
  const program = join(root, 'node_modules/.bin', tool)
  return new Promise((resolve) => {
    execFile(program, args, { cwd: copy, maxBuffer: 256 * 1024 * 1024 }, (_, stdout) => resolve(stdout))
  })
}
