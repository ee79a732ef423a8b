import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { digestIn } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'
import { readRegistry } from '../releases/releases.ts'
import { shareCalls } from '../releases/share-calls.ts'
import { createStoredFiles, type StoredFile } from '../releases/stored-files.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'
import { createDeltas, offeredDictionary } from './deltas.ts'
import { createVerifiedFiles } from './verified-files.ts'
import { within } from './within.ts'

/** A server that starts waits no longer for the list of a store that does not respond. */
const START_LIMIT_MS = 2_000
/** Requests for remotes that do not exist read the registry of the store this often at most. */
const REGISTRY_INTERVAL_MS = 1_000

/** `place`: the version of the release, or a part of the hash of the file (`fileAddress`). */
type Address = { name: string; place: string; file: string }

/**
 * Serves `/releases/mfe-tips/3f2a91c04be7/entry.js` and `/releases/shell/8556c4b6d2f0/main.js`. A browser that has an
 * earlier file of this name gets the difference, where it supports that (RFC 9842).
 */
export async function serveReleaseFiles(
  app: FastifyInstance,
  store: ReleaseStore,
  published: () => LiveReleases,
): Promise<void> {
  const { filesFolder, download } = store
  mkdirSync(filesFolder, { recursive: true })
  const files = createVerifiedFiles(filesFolder)
  const storedFiles = createStoredFiles(store)
  const deltaBetween = createDeltas(filesFolder)

  /** Returns a file of a release; undefined where none has it. */
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
  /** Lists the releases once for each registry: those that were live are the dictionaries of later ones. */
  async function listReleases(): Promise<void> {
    const { sequence, shell, remotes } = published()
    if (listedSequence === sequence) return
    listedSequence = sequence
    await Promise.all([shell, ...remotes].map(({ name }) => storedFiles.list(name))).catch(() => {
      listedSequence = undefined
    })
  }
  await within(START_LIMIT_MS, listReleases())

  /**
   * Returns the file that a browser offers as a dictionary, if it is on this machine;
   * otherwise it is by the next requests.
   */
  function findDictionary({ name, file }: Address, offered: string): StoredFile | undefined {
    const isOffered = (integrity: string) => integrity === offered
    const found = storedFiles.findHere(name, file, isOffered)
    if (!found) storedFiles.find(name, file, isOffered).catch(() => {})
    return found
  }

  app.get<{ Params: Address }>('/releases/:name/:place/:file', async (request, reply) => {
    const { params, headers, url } = request
    const { name, place, file } = params
    // Write access to the folder must not suffice to add a page of this origin,
    // which would run with the visitor's session.
    const isFile = /^[a-z-]+$/.test(name) && /^\w[\w.-]*$/.test(place) && /^\w[\w.-]*\.(js|css|json)$/.test(file)
    if (!isFile) return reply.callNotFound()
    void listReleases()
    if (file === 'release.json') {
      const description = await files.describe(name, place)
      if (!description) return reply.callNotFound()
      return reply.type('application/json; charset=utf-8').headers(fileHeaders(params)).send(description)
    }
    const live = findLive(published(), params)
    const found = live ?? (await findFile(params))
    if (!found) return reply.callNotFound()
    const offered = offeredDictionary(headers)
    // A page that could not use what it got adds `?attempt=2`, and gets the file itself.
    const dictionary = live && offered && !url.includes('?') ? findDictionary(params, offered) : undefined
    const delta = live && dictionary && (await deltaBetween(dictionary, live))
    if (!delta) return files.send(request, reply, found, fileHeaders(params))
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
    return reply
      .type(`${type}; charset=utf-8`)
      .headers({ ...fileHeaders(params), 'Content-Encoding': 'dcz' })
      .send(delta)
  })
  app.get('/releases/*', (_request, reply) => reply.callNotFound())
}

function fileHeaders({ name, file }: Address): Record<string, string> {
  const cached = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  if (file.endsWith('.json')) return { ...cached, Vary: 'Accept-Encoding' }
  return {
    ...cached,
    Vary: 'Accept-Encoding, Available-Dictionary',
    'Use-As-Dictionary': `match="/releases/${name}/*/${file}"`,
  }
}

/** Returns a file of a live release, which is on this machine. Only those get deltas, so that there are few. */
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
