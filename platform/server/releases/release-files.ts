import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { digestIn } from '../../bundler/release.ts'
import type { LiveReleases } from '../../releases/live.ts'
import type { Registry } from '../../releases/registry.ts'
import { readRegistry } from '../../releases/releases.ts'
import { shareCalls } from '../../releases/share-calls.ts'
import { type StoredFile, StoredFiles } from '../../releases/stored-files.ts'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import { within } from '../http/within.ts'
import { VerifiedFiles } from './verified-files.ts'

/** The start of the server waits no longer for the list of a store that does not respond. */
const START_LIMIT_MS = 2_000
/** Requests for remotes that do not exist read the registry of the store this often at most. */
const REGISTRY_INTERVAL_MS = 1_000

/** `folder` is the version of the release, or a part of the hash of the file (`fileAddress`). */
type Address = { name: string; folder: string; file: string }

/** Serves `/releases/mfe-tips/3f2a91c04be7/entry.js` and `/releases/shell/8556c4b6d2f0/main.js`. */
export async function serveReleaseFiles(app: FastifyInstance, store: ReleaseStore): Promise<void> {
  mkdirSync(store.filesFolder, { recursive: true })
  const files = new VerifiedFiles(store.filesFolder)
  const finder = new FileFinder(store, files, app.published)
  await within(START_LIMIT_MS, finder.listReleases())

  app.get<{ Params: Address }>('/releases/:name/:folder/:file', async (request, reply) => {
    const { params } = request
    if (!isFileAddress(params)) return reply.callNotFound()
    void finder.listReleases()
    if (params.file === 'release.json') {
      const description = await files.describe(params.name, params.folder)
      if (!description) return reply.callNotFound()
      return reply.type('application/json; charset=utf-8').headers(fileHeaders).send(description)
    }
    const found = findLive(app.published(), params) ?? (await finder.find(params))
    if (!found) return reply.callNotFound()
    return files.send(request, reply, found, fileHeaders)
  })
  app.get('/releases/*', (_request, reply) => reply.callNotFound())
}

/**
 * Write access to the folder must not suffice to add a page of this origin, which would run with the visitor's session.
 * So only these kinds of files are served.
 */
function isFileAddress({ name, folder, file }: Address): boolean {
  return /^[a-z-]+$/.test(name) && /^\w[\w.-]*$/.test(folder) && /^\w[\w.-]*\.(js|css|json)$/.test(file)
}

/** Finds files of releases that are not live any more, or not yet here: open tabs request them. */
class FileFinder {
  readonly #store: ReleaseStore
  readonly #files: VerifiedFiles
  readonly #storedFiles: StoredFiles
  readonly #published: () => LiveReleases
  readonly #readNewestRegistry: () => Promise<Registry>
  #listedSequence: number | undefined

  constructor(store: ReleaseStore, files: VerifiedFiles, published: () => LiveReleases) {
    this.#store = store
    this.#files = files
    this.#storedFiles = new StoredFiles(store)
    this.#published = published
    this.#readNewestRegistry = shareCalls(() => readRegistry(store), REGISTRY_INTERVAL_MS)
  }

  /**
   * Lists the releases once for each registry: open tabs request files of those that were live. The store may be
   * unavailable, which startLiveReleases reports: no response of a live file waits for the list.
   */
  async listReleases(): Promise<void> {
    const { sequence, shell, remotes } = this.#published()
    if (this.#listedSequence === sequence) return
    this.#listedSequence = sequence
    await Promise.all([shell, ...remotes].map(({ name }) => this.#storedFiles.list(name))).catch(() => {
      this.#listedSequence = undefined
    })
  }

  /** Returns a file of a release, or undefined when no release has it. */
  async find({ name, folder, file }: Address): Promise<StoredFile | undefined> {
    const findByVersion = () => this.#files.find(name, folder, file)
    if (!/^[0-9a-f]{12}$/.test(folder)) return findByVersion()
    const findByContent = () => this.#storedFiles.find(name, file, (integrity) => digestIn(integrity) === folder)
    const found = (name === 'shell' && (await findByContent())) || (await findByVersion())
    if (found || (name !== 'shell' && !this.#store.download)) return found
    // An open tab may request a release that is no longer live, and another portal server may have a newer registry.
    if (!(await this.#isReleased(name))) return undefined
    await this.#storedFiles.download(name, folder)
    return (await findByVersion()) ?? (name === 'shell' ? findByContent() : undefined)
  }

  /** Anybody may request any name, so the store is searched only for names that have releases. */
  async #isReleased(name: string): Promise<boolean> {
    const { shell, remotes } = this.#published()
    if ([shell, ...remotes].some((one) => one.name === name)) return true
    return Object.hasOwn((await this.#readNewestRegistry()).names, name)
  }
}

const fileHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }

/** Returns a file of a live release, which is on this machine. */
function findLive({ shell, remotes }: LiveReleases, { name, folder, file }: Address): StoredFile | undefined {
  const releases = [
    shell,
    ...remotes.flatMap(({ current, canary }) => (canary ? [current, canary.release] : [current])),
  ]
  for (const release of releases) {
    const integrity = release.files && Object.hasOwn(release.files, file) && release.files[file]
    if (release.name !== name || !integrity) continue
    if (folder !== release.version && (name !== 'shell' || folder !== digestIn(integrity))) continue
    return { path: join(name, release.version, file), integrity }
  }
  return undefined
}
