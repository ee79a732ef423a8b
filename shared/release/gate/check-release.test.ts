import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emitApiTypes } from '../../build/api-types.ts'
import type { BuiltRelease } from '../../build/built-release.ts'
import { folderStore } from '../folder-store.ts'
import { integrityOf, type RegistryFile, type ReleasePointer } from '../registry-file.ts'
import { apiTypesFile, type ReleaseFile, type RemoteReleaseFile, type ShellReleaseFile } from '../release.ts'
import type { ReleaseStore } from '../store.ts'
import { checkRelease } from './check-release.ts'

const shared = { react: '19.3.1', '@module-federation/enhanced': '2.9.2' }
const built = { builtAt: '2026-11-21T12:00:00.000Z', files: {}, addresses: [], shared }

const shell: ShellReleaseFile = {
  ...built,
  name: 'shell',
  version: 's1',
  scripts: [],
  css: [],
  host: [],
  provides: {},
  gives: { '@portal/shared/ui/button': ['Button', 'ButtonLink'] },
  routes: [{ path: '/login', title: 'Вход', layout: 'centred-card' }],
}

function remote(changes: Partial<RemoteReleaseFile> & Partial<RemoteReleaseFile['manifest']> = {}): RemoteReleaseFile {
  const { paths = ['/out', '/transfer'], menu = [], routes = [page('/out'), page('/transfer')], ...rest } = changes
  return {
    ...built,
    name: 'mfe-payouts',
    version: 'p2',
    entry: 'entry.js',
    container: 'payouts',
    manifest: { name: 'mfe-payouts', paths, routes, menu },
    pages: { '/out': { files: ['out.js', 'out.css'], consumes: [] } },
    uses: { '@portal/shared/ui/button': ['Button'] },
    bytes: { 'entry.js': 6_500, 'out.js': 5_000, 'out.css': 1_000 },
    budget: { entry: 7_000, page: 6_000 },
    ...rest,
  }
}

function page(path: string) {
  return { path, title: path, layout: 'main' as const }
}

const tips = remote({
  name: 'mfe-tips',
  version: 't1',
  paths: ['/', '/billing'],
  routes: [page('/'), page('/billing')],
  addresses: ['/', '/out', '/settings/cards/…/edit'],
})

let folder: string
let names: RegistryFile['names']
/** Files of the live releases by `name/version/file`. */
let files: Map<string, string>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gate-'))
  files = new Map()
  names = { shell: { current: live(shell), history: [] }, 'mfe-tips': { current: live(tips), history: [] } }
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

function live(file: ReleaseFile): ReleasePointer {
  const text = JSON.stringify(file)
  files.set(`${file.name}/${file.version}/release.json`, text)
  return { version: file.version, integrity: integrityOf(text), at: file.builtAt }
}

function problemsOf(file: ReleaseFile): Promise<string[]> {
  const store: ReleaseStore = {
    ...folderStore(folder),
    readFile: async (name, version, path) => {
      const text = files.get(`${name}/${version}/${path}`)
      return text === undefined ? undefined : Buffer.from(text)
    },
  }
  const release: BuiltRelease = { name: file.name, version: file.version, folder, file, integrity: '' }
  return checkRelease(release, names, { store })
}

const button = '@portal/shared/ui/button'

test.each<[string, RemoteReleaseFile, string]>([
  [
    'a name that the shell does not provide',
    remote({ uses: { [button]: ['IconButton'] } }),
    'mfe-payouts p2 uses what shell s1 does not provide: IconButton of @portal/shared/ui/button',
  ],
  [
    'a package of another major version',
    remote({ shared: { ...shared, react: '20.0.0' } }),
    'mfe-payouts p2 needs react ^20.0.0, shell s1 has 19.3.1',
  ],
  [
    'a package that is newer than the shell’s',
    remote({ shared: { ...shared, react: '19.4.0' } }),
    'mfe-payouts p2 needs react ^19.4.0, shell s1 has 19.3.1',
  ],
  [
    'another federation runtime',
    remote({ shared: { ...shared, '@module-federation/enhanced': '2.8.0' } }),
    'mfe-payouts p2 needs @module-federation/enhanced ~2.8.0, shell s1 has 2.9.2',
  ],
  [
    'a route outside of its paths',
    remote({ routes: [page('/out'), page('/outside')] }),
    'mfe-payouts p2: its route /outside is outside of its paths /out, /transfer',
  ],
  [
    'a path of another remote',
    remote({ paths: ['/out', '/transfer', '/billing'] }),
    'mfe-payouts p2: its path /billing belongs to mfe-tips',
  ],
  [
    'a path of the shell',
    remote({ paths: ['/out', '/transfer', '/login'] }),
    'mfe-payouts p2: its path /login belongs to the shell',
  ],
  [
    'a menu item that leads nowhere',
    remote({ menu: [{ path: '/gone', label: 'Было', icon: 'tips', group: 'Меню', order: 1 }] }),
    'mfe-payouts p2: «Было» of its menu leads to /gone, which is no route of it',
  ],
  [
    'a page that another remote leads to is gone',
    remote({ routes: [page('/transfer')] }),
    'mfe-tips t1 leads to /out, which mfe-payouts p2 does not have',
  ],
  [
    'an entry over its budget',
    remote({ budget: { entry: 6_000, page: 6_000 } }),
    'mfe-payouts p2: its entry entry.js weighs 6500 bytes, its budget is 6000',
  ],
  [
    'a page over its budget',
    remote({ budget: { entry: 7_000, page: 5_999 } }),
    'mfe-payouts p2: its page /out weighs 6000 bytes, its budget is 5999',
  ],
])('refused: %s', async (_, file, problem) => {
  expect(await problemsOf(file)).toEqual([problem])
})

test('refused: a page within its own path that another remote names with a value in it', async () => {
  const settings = remote({ name: 'mfe-settings', paths: ['/settings'], routes: [page('/settings/cards/:id')] })
  expect(await problemsOf(settings)).toContain(
    'mfe-tips t1 leads to /settings/cards/…/edit, which mfe-settings p2 does not have',
  )
})

test('refused: sources that do not compile against a live shell; let through where all fits', async () => {
  const types = await emitApiTypes()
  const older = Object.entries(types).map(([file, text]) => [
    file,
    text.replace("'primary' | 'secondary'", "'primary'"),
  ])
  files.set(`shell/s1/${apiTypesFile}`, JSON.stringify(Object.fromEntries(older)))
  const problems = await problemsOf(remote())
  expect(problems.join('\n')).toMatch(/^Against shell s1: mfe-payouts\/.*secondary/)
  files.set(`shell/s1/${apiTypesFile}`, JSON.stringify(types))
  expect(await problemsOf(remote())).toEqual([])
})

test('refused: a shell that takes away what a live remote uses, be it the one pages fall back to', async () => {
  const poorer = { ...shell, version: 's2', gives: { [button]: ['ButtonLink'] } }
  const before = remote({ name: 'mfe-tips', version: 't0', uses: { [button]: ['Button'] } })
  const now = remote({ name: 'mfe-tips', version: 't1', uses: {} })
  names = { ...names, 'mfe-tips': { current: live(now), history: [live(before)] } }
  expect(await problemsOf(poorer)).toEqual([
    'mfe-tips t0 uses what shell s2 does not provide: Button of @portal/shared/ui/button',
  ])
  expect(await problemsOf({ ...shell, version: 's2' })).toEqual([])
})

test('refused: a shell that takes a path of a live remote', async () => {
  const greedy = { ...shell, version: 's2', routes: [...shell.routes, page('/billing')] }
  expect(await problemsOf(greedy)).toEqual(['mfe-tips t1: its path /billing belongs to the shell'])
})

test('refused: a remote before there is any shell', async () => {
  names = {}
  expect(await problemsOf(remote())).toEqual(['No shell is released: `pnpm release shell` comes first'])
})
