import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { emitApiTypes } from '../../bundler/api-types.ts'
import { apiTypesFile, type Release, type RemoteRelease } from '../../bundler/release.ts'
import type { Registry } from '../registry.ts'
import { button, createTestReleases, page, payouts, shared, shell, tips } from '../testing/sample-releases.ts'
import { checkReleases } from './check-releases.ts'

const releases = createTestReleases()
let names: Registry['names']

beforeEach(async () => {
  names = {
    shell: { current: await releases.put(shell()), history: [] },
    'mfe-tips': { current: await releases.put(tips()), history: [] },
  }
})

async function findProblems(file: Release): Promise<string[]> {
  const { problems } = await checkReleases([file], names, releases.store)
  return problems.map(({ text }) => text)
}

test.each<[string, RemoteRelease, string]>([
  [
    'a name that the shell does not provide',
    payouts({ uses: { [button]: ['IconButton'] } }),
    'mfe-payouts p1 uses what shell s1 does not provide: IconButton of @portal/shared/ui/button',
  ],
  [
    'a package of another major version',
    payouts({ shared: { ...shared, react: '20.0.0' } }),
    'mfe-payouts p1 needs react ^20.0.0, shell s1 has 19.3.1',
  ],
  [
    'a package that is newer than the shell’s',
    payouts({ shared: { ...shared, react: '19.4.0' } }),
    'mfe-payouts p1 needs react ^19.4.0, shell s1 has 19.3.1',
  ],
  [
    'another federation runtime',
    payouts({ shared: { ...shared, '@module-federation/enhanced': '2.8.0' } }),
    'mfe-payouts p1 needs @module-federation/enhanced ~2.8.0, shell s1 has 2.9.2',
  ],
  [
    'a route outside of its paths',
    payouts({ routes: [page('/out'), page('/outside')] }),
    'mfe-payouts p1: its route /outside is outside of its paths /out, /transfer',
  ],
  [
    'a path of another remote',
    payouts({ paths: ['/out', '/transfer', '/billing'] }),
    'mfe-payouts p1: its path /billing belongs to mfe-tips',
  ],
  [
    'a path of the shell',
    payouts({ paths: ['/out', '/transfer', '/login'] }),
    'mfe-payouts p1: its path /login belongs to the shell',
  ],
  [
    'a path of the shell by its pattern',
    payouts({ paths: ['/out', '/transfer', '/i/autumn'] }),
    'mfe-payouts p1: its path /i/autumn belongs to the shell',
  ],
  [
    'a path of the server',
    payouts({ paths: ['/out', '/transfer', '/api/reports'] }),
    "mfe-payouts p1: its path /api/reports is one of the server's own",
  ],
  [
    'a route among the files of releases',
    payouts({
      paths: ['/out', '/transfer', '/releases'],
      routes: [page('/out'), page('/transfer'), page('/releases/all')],
    }),
    "mfe-payouts p1: its path /releases/all is one of the server's own",
  ],
  [
    'a menu item that leads nowhere',
    payouts({ menu: [{ path: '/gone', label: 'Было', icon: 'tips', group: 'Меню', order: 1 }] }),
    'mfe-payouts p1: «Было» of its menu leads to /gone, which is no route of it',
  ],
  [
    'a release without a page that another remote leads to',
    payouts({ routes: [page('/transfer')] }),
    'mfe-tips t1 leads to /out, which mfe-payouts p1 does not have',
  ],
  [
    'an entry over its budget',
    payouts({ budget: { entry: 6_000, page: 6_000 } }),
    'mfe-payouts p1: its entry entry.js weighs 6500 bytes, its budget is 6000',
  ],
  [
    'a page over its budget',
    payouts({ budget: { entry: 7_000, page: 5_999 } }),
    'mfe-payouts p1: its page /out weighs 6000 bytes, its budget is 5999',
  ],
])('rejects %s', async (_, file, problem) => {
  expect(await findProblems(file)).toEqual([problem])
})

test('rejects a page within its own path that another remote has with a parameter', async () => {
  const settings = payouts({ name: 'mfe-settings', paths: ['/settings'], routes: [page('/settings/cards/:id')] })
  expect(await findProblems(settings)).toContain(
    'mfe-tips t1 leads to /settings/cards/…/edit, which mfe-settings p1 does not have',
  )
})

test('rejects sources that do not compile against a live shell, and accepts those that do', async () => {
  const types = await emitApiTypes()
  const older = Object.entries(types).map(([file, text]) => [
    file,
    text.replace("'primary' | 'secondary'", "'primary'"),
  ])
  const typesOfShell = join(releases.folder, 'releases/shell/s1', apiTypesFile)
  writeFileSync(typesOfShell, JSON.stringify(Object.fromEntries(older)))
  const problems = await findProblems(payouts())
  expect(problems.join('\n')).toMatch(/^Against shell s1: mfe-payouts\/.*secondary/)
  writeFileSync(typesOfShell, JSON.stringify(types))
  expect(await findProblems(payouts())).toEqual([])
})

test('reports errors of the compiler outside of the sources of the remote', async () => {
  const typesOfShell = join(releases.folder, 'releases/shell/s1', apiTypesFile)
  writeFileSync(typesOfShell, JSON.stringify({ 'http/call.d.ts': 'broken (' }))
  await expect(findProblems(payouts())).rejects.toThrow(
    /^mfe-payouts cannot be checked against shell s1:\n.*call\.d\.ts.*TS\d+/,
  )
})

test('accepts a remote that needs more than the previous shell has, and notes that the shell cannot be rolled back by itself', async () => {
  const poorer = shell({ version: 's0', gives: { [button]: ['Button'] } })
  names = { ...names, shell: { current: await releases.put(shell()), history: [await releases.put(poorer)] } }
  const check = (uses: string[]) => checkReleases([payouts({ uses: { [button]: uses } })], names, releases.store)
  expect(await check(['Button'])).toEqual({ problems: [], uncheckedShells: [], notes: [] })
  expect(await check(['ButtonLink'])).toEqual({
    problems: [],
    uncheckedShells: ['s0'],
    notes: [
      'The shell cannot be rolled back by itself to shell s0 after this: ' +
        'mfe-payouts p1 uses what shell s0 does not provide: ButtonLink of @portal/shared/ui/button',
    ],
  })
})

test.each(['canary', 'one pages fall back to'])('rejects a shell that removes what the %s uses', async (which) => {
  const other = await releases.put(tips({ version: 't0', uses: { [button]: ['Button'] } }))
  const current = await releases.put(tips({ version: 't2', uses: {} }))
  const withCanary = { current, history: [], canary: { ...other, percent: 10 } }
  names = { ...names, 'mfe-tips': which === 'canary' ? withCanary : { current, history: [other] } }
  expect(await findProblems(shell({ version: 's2', gives: { [button]: ['ButtonLink'] } }))).toEqual([
    'mfe-tips t0 uses what shell s2 does not provide: Button of @portal/shared/ui/button',
  ])
  expect(await findProblems(shell({ version: 's2' }))).toEqual([])
})

test('rejects a shell that has a path of a live remote', async () => {
  const greedy = shell({ version: 's2', routes: [page('/login'), page('/billing')] })
  expect(await findProblems(greedy)).toEqual(['mfe-tips t1: its path /billing belongs to the shell'])
})

test('rejects a remote before the first shell', async () => {
  names = {}
  expect(await findProblems(payouts())).toEqual([
    'No shell is released: `npm run release -- shell` in the repository of the portal comes first',
  ])
})
