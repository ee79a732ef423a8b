import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltRelease } from '../../bundler/build-release.ts'
import { integrityOf } from '../../bundler/integrity.ts'
import type { ReleaseFile, RemoteReleaseFile, ShellReleaseFile } from '../../bundler/release.ts'
import { putLive } from '../put-live.ts'
import { type ReleasePointer, released } from '../registry.ts'
import { storeRelease } from '../releases.ts'
import { folderStore } from '../stores/folder-store.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { ownPlaces } from './places.ts'

// What builds say of themselves, without the builds.

export const button = '@portal/shared/ui/button'
export const shared = { react: '19.3.1', '@module-federation/enhanced': '2.9.2' }
/** The same after a move to the next major version. */
export const nextShared = { ...shared, react: '20.0.0' }

const built = { builtAt: '2026-11-21T12:00:00.000Z', files: {}, addresses: [], shared }

export function shell(changes: Partial<ShellReleaseFile> = {}): ShellReleaseFile {
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

type RemoteChanges = Partial<RemoteReleaseFile> & Partial<RemoteReleaseFile['manifest']>

export function payouts(changes: RemoteChanges = {}): RemoteReleaseFile {
  const { paths = ['/out', '/transfer'], menu = [], routes = paths.map(page), ...rest } = changes
  const { name = 'mfe-payouts' } = rest
  return {
    ...built,
    name,
    version: 'p1',
    entry: 'entry.js',
    container: 'container',
    manifest: { name, paths, routes, menu },
    pages: { '/out': { files: ['out.js', 'out.css'], consumes: [] } },
    uses: { [button]: ['Button'] },
    bytes: { 'entry.js': 6_500, 'out.js': 5_000, 'out.css': 1_000 },
    budget: { entry: 7_000, page: 6_000 },
    ...rest,
  }
}

export function tips(changes: RemoteChanges = {}): RemoteReleaseFile {
  return payouts({
    name: 'mfe-tips',
    version: 't1',
    paths: ['/', '/billing'],
    addresses: ['/', '/out', '/settings/cards/…/edit'],
    ...changes,
  })
}

export function page(path: string) {
  return { path, title: path, layout: 'main' as const }
}

type PlantedPlace = {
  folder: string
  store: ReleaseStore
  /** As a build leaves it. */
  build(file: ReleaseFile): BuiltRelease
  /** Built, and put where releases are. */
  put(file: ReleaseFile): Promise<ReleasePointer>
  /** Current at once, with no gate. */
  putLive(...files: ReleaseFile[]): Promise<void>
}

/** A place of releases, new and empty for each test. */
export function plantedPlace(): PlantedPlace {
  const places = ownPlaces()
  const build = (file: ReleaseFile): BuiltRelease => {
    const { name, version } = file
    const folder = join(places.folder, 'made', name, version)
    const text = JSON.stringify(file)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'release.json'), text)
    return { name, version, folder, file, integrity: integrityOf(text) }
  }
  return {
    get folder() {
      return places.folder
    },
    get store() {
      return folderStore(places.folder)
    },
    build,
    put(file) {
      return storeRelease(this, build(file))
    },
    putLive(...files) {
      return putLive(this, files.map(build), { reason: 'planted', change: released, report: () => {} })
    },
  }
}
