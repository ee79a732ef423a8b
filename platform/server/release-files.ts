import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { digestIn } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'
import { readRegistry } from '../releases/releases.ts'
import { shareCalls } from '../releases/share-calls.ts'
import { createStoredFiles, type StoredFile } from '../releases/stored-files.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'
import { createVerifiedFiles } from './verified-files.ts'
import { within } from './within.ts'

/** A server that starts waits no longer for the list of a store that does not respond. */
const START_LIMIT_MS = 2_000
/** Requests for remotes that do not exist read the registry of the store this often at most. */
const REGISTRY_INTERVAL_MS = 1_000

/** `place` is the version of the release, or a part of the hash of the file (`fileAddress`). */
type Address = { name: string; place: string; file: string }

/** Serves `/releases/mfe-tips/3f2a91c04be7/entry.js` and `/releases/shell/8556c4b6d2f0/main.js`. */
export async function serveReleaseFiles(
  app: FastifyInstance,
  store: ReleaseStore,
  published: () => LiveReleases,
): Promise<void> {
  const { filesFolder, download } = store
  mkdirSync(filesFolder, { recursive: true })
  const files = createVerifiedFiles(filesFolder)
  const storedFiles = createStoredFiles(store)

  /** Returns a file of a release, or undefined when no release has it. */
  async function findFile({ name, place, file }: Address): Promise<StoredFile | undefined> {
    const findByVersion = () => files.find(name, place, file)
    if (!/^[0-9a-f]{12}$/.test(place)) return findByVersion()
    const findByContent = () => storedFiles.find(name, file, (integrity) => digestIn(integrity) === place)
    const found = (name === 'shell' && (await findByContent())) || (await findByVersion())
    if (found || (name !== 'shell' && !download)) return found
    // An open tab may request a release that is no longer live, and another portal server may have a newer registry.
    if (!(await isReleased(name))) return undefined
    await storedFiles.download(name, place)
    return (await findByVersion()) ?? (name === 'shell' ? findByContent() : undefined)
  }

  const readNewest = shareCalls(() => readRegistry(store), REGISTRY_INTERVAL_MS)
  /** Strangers may request any name: the store is searched for releases only of those that have some. */
  async function isReleased(name: string): Promise<boolean> {
    const { shell, remotes } = published()
    return [shell, ...remotes].some((one) => one.name === name) || Object.hasOwn((await readNewest()).names, name)
  }

  // The store may be unavailable, which followReleases reports: no response of a live file waits for it.
  let listedSequence: number | undefined
  /** Lists the releases once for each registry: open tabs request files of those that were live. */
  async function listReleases(): Promise<void> {
    const { sequence, shell, remotes } = published()
    if (listedSequence === sequence) return
    listedSequence = sequence
    await Promise.all([shell, ...remotes].map(({ name }) => storedFiles.list(name))).catch(() => {
      listedSequence = undefined
    })
  }
  await within(START_LIMIT_MS, listReleases())

  app.get<{ Params: Address }>('/releases/:name/:place/:file', async (request, reply) => {
    const { params } = request
    const { name, place, file } = params
    // Write access to the folder must not suffice to add a page of this origin,
    // which would run with the visitor's session.
    const isFile = /^[a-z-]+$/.test(name) && /^\w[\w.-]*$/.test(place) && /^\w[\w.-]*\.(js|css|json)$/.test(file)
    if (!isFile) return reply.callNotFound()
    void listReleases()
    if (file === 'release.json') {
      const description = await files.describe(name, place)
      if (!description) return reply.callNotFound()
      return reply.type('application/json; charset=utf-8').headers(fileHeaders).send(description)
    }
    const found = findLive(published(), params) ?? (await findFile(params))
    if (!found) return reply.callNotFound()
    return files.send(request, reply, found, fileHeaders)
  })
  app.get('/releases/*', (_request, reply) => reply.callNotFound())
}

const fileHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }

/** Returns a file of a live release, which is on this machine. */
function findLive({ shell, remotes }: LiveReleases, { name, place, file }: Address): StoredFile | undefined {
  const releases = [
    shell,
    ...remotes.flatMap(({ current, canary }) => (canary ? [current, canary.release] : [current])),
  ]
  for (const release of releases) {
    const integrity = release.files && Object.hasOwn(release.files, file) && release.files[file]
    if (release.name !== name || !integrity) continue
    if (place !== release.version && (name !== 'shell' || place !== digestIn(integrity))) continue
    return { path: join(name, release.version, file), integrity }
  }
  return undefined
}
