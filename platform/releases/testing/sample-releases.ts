import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Release, type RemoteRelease, type ShellRelease, serverFile, toIntegrity } from '../../bundler/release.ts'
import { putLive } from '../put-live.ts'
import { type ReleasePointer, released } from '../registry.ts'
import { storeRelease } from '../releases.ts'
import { createFolderStore } from '../stores/folder-store.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { createTestStores } from './test-stores.ts'

// These are the release files of builds that do not exist.

export const button = '@portal/shared/ui/button'
export const shared = { react: '19.3.1', '@module-federation/enhanced': '2.9.2' }
/** The same packages after the next major version of one. */
export const nextShared = { ...shared, react: '20.0.0' }

const built = { builtAt: '2026-11-21T12:00:00.000Z', files: {}, addresses: [], shared }

export function shell(changes: Partial<ShellRelease> = {}): ShellRelease {
  return {
    ...built,
    name: 'shell',
    version: 's1',
    scripts: [],
    css: [],
    host: [],
    provides: {},
    gives: { [button]: ['Button', 'ButtonLink'] },
    routes: [
      { path: '/login', title: 'Вход', layout: 'centred-card' },
      { path: '/i/:code', title: 'Приглашение', layout: 'centred-card' },
    ],
    ...changes,
  }
}

type RemoteChanges = Partial<RemoteRelease> & Partial<RemoteRelease['manifest']>

export function payouts(changes: RemoteChanges = {}): RemoteRelease {
  const { paths = ['/out', '/transfer'], menu = [], routes = paths.map(page), fills, ...rest } = changes
  const { name = 'mfe-payouts' } = rest
  return {
    ...built,
    name,
    version: 'p1',
    entry: 'entry.js',
    container: 'container',
    manifest: { name, paths, routes, menu, ...(fills && { fills }) },
    pages: { '/out': { files: ['out.js', 'out.css'], consumes: [] } },
    uses: { [button]: ['Button'] },
    bytes: { 'entry.js': 6_500, 'out.js': 5_000, 'out.css': 1_000 },
    budget: { entry: 7_000, page: 6_000 },
    ...rest,
  }
}

export function tips(changes: RemoteChanges = {}): RemoteRelease {
  return payouts({
    name: 'mfe-tips',
    version: 't1',
    paths: ['/', '/billing'],
    addresses: ['/', '/out', '/settings/cards/…/edit'],
    ...changes,
  })
}

export function page(path: string) {
  return { path, title: 'Страница', layout: 'main' as const }
}

/** Changes of a release whose page `/` offers slots. */
export function offering(...slots: string[]): RemoteChanges {
  return { routes: [{ ...page('/'), slots }, page('/billing')] }
}

/** Changes of a release that fills slots with the script of a page. */
export function filling(...slots: string[]): RemoteChanges {
  const part = { files: ['out.js'], consumes: [] }
  return {
    fills: slots,
    slots: Object.fromEntries(slots.map((slot) => [slot, part])),
    budget: { entry: 7_000, page: 6_000, slot: 5_000 },
  }
}

type TestReleases = {
  folder: string
  store: ReleaseStore
  /** Writes release.json as a build does. Returns the folder. */
  build(release: Release): string
  /** Writes a bundle for the server too. */
  buildWithServer(release: Release, code: string): string
  /** Stores a build. */
  put(release: Release): Promise<ReleasePointer>
  /** Makes releases current, without a check. */
  putLive(...releases: Release[]): Promise<void>
}

/** Creates an empty release store for each test. */
export function createTestReleases(): TestReleases {
  const stores = createTestStores()
  const build = (release: Release): string => {
    const folder = join(stores.folder, 'made', release.name, release.version)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'release.json'), JSON.stringify(release))
    return folder
  }
  return {
    get folder() {
      return stores.folder
    },
    get store() {
      return createFolderStore(stores.folder)
    },
    build,
    buildWithServer(release, code) {
      const folder = build({ ...release, server: { file: serverFile, integrity: toIntegrity(code) } })
      writeFileSync(join(folder, serverFile), code)
      return folder
    },
    put(release) {
      return storeRelease(this.store, build(release))
    },
    async putLive(...releases) {
      await putLive(this.store, releases.map(build), { reason: 'test', change: released, report: () => {} })
    },
  }
}

/** Writes a build with one file for browsers and one for the server below `folder`. Returns the folder of the build. */
export function createBuild(folder: string, version: string, builtAt = '2026-11-21T12:00:00.000Z'): string {
  const build = join(folder, 'made', version)
  mkdirSync(build, { recursive: true })
  const entry = `/* ${version} */`
  const files = { 'entry.js': toIntegrity(entry) }
  const bundle = `/* ${version} on the server */`
  const server = { file: serverFile, integrity: toIntegrity(bundle) }
  writeFileSync(join(build, 'entry.js'), entry)
  writeFileSync(join(build, serverFile), bundle)
  writeFileSync(join(build, 'release.json'), JSON.stringify({ name: 'mfe-tips', version, builtAt, files, server }))
  return build
}
