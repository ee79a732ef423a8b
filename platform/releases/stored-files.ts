import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from '../bundler/release.ts'
import { shareCalls } from './share-calls.ts'
import type { ReleaseStore } from './stores/store.ts'

export type StoredFile = {
  /** Below the folder of files on this machine: `shell/3f2a91c04be7/main.js`. */
  path: string
  /** `sha256-…` of the content, as the release says. */
  integrity: string
}

type Files = Record<string, string>
type IsMeant = (integrity: string) => boolean

/** Requests for missing files list the store at most this often. */
const listingIntervalMs = 1_000

/**
 * Finds files by their content. When several releases have the same file, any of them will do, so the file is found as
 * long as one of these releases exists. Reads the description of each release once.
 */
export function createStoredFiles(store: ReleaseStore) {
  /** The files of the listed releases, by the name of the package and the version. */
  const known = new Map<string, Map<string, Files>>()
  const listings = new Map<string, () => Promise<void>>()

  async function listReleases(name: string): Promise<void> {
    const releases = known.get(name) ?? new Map<string, Files>()
    known.set(name, releases)
    const added = (await store.listReleases(name)).filter((version) => !releases.has(version))
    await Promise.all(
      added.map(async (version) => {
        const files = await readFiles(name, version)
        if (files) releases.set(version, files)
      }),
    )
  }

  /** Returns undefined for a release that is not stored completely yet. The next listing reads it again. */
  async function readFiles(name: string, version: string): Promise<Files | undefined> {
    const text = await store.readFile(name, version, 'release.json')
    if (!text) return undefined
    try {
      return (JSON.parse(text.toString()) as Release).files || {}
    } catch {
      // A folder that is not a release has no files.
      return {}
    }
  }

  /** Returns the listed releases with a file of this name, and its integrity there. */
  function releasesWith(name: string, file: string, isMeant: IsMeant): [version: string, integrity: string][] {
    return [...(known.get(name) ?? [])].flatMap(([version, files]) => {
      const integrity = Object.hasOwn(files, file) ? files[file] : undefined
      return integrity && isMeant(integrity) ? [[version, integrity] as [string, string]] : []
    })
  }

  function findHere(name: string, file: string, isMeant: IsMeant): StoredFile | undefined {
    return (
      releasesWith(name, file, isMeant)
        .map(([version, integrity]) => ({ path: join(name, version, file), integrity }))
        // Pruning may have deleted the release.
        .find(({ path }) => existsSync(join(store.filesFolder, path)))
    )
  }

  /** Adds new releases of the store. Requests within a second share one listing. */
  function list(name: string): Promise<void> {
    const listing = listings.get(name) ?? shareCalls(() => listReleases(name), listingIntervalMs)
    listings.set(name, listing)
    return listing()
  }

  async function downloadListed(name: string, version: string): Promise<void> {
    const isStored = await store.download?.(name, version)
    // Pruning has deleted the release. It is forgotten, so that later requests do not search the store for it.
    if (isStored === false) known.get(name)?.delete(version)
  }

  return {
    list,

    /** Downloads a release unless it is on this machine. Lists the store first when the release is not known. */
    async download(name: string, version: string): Promise<void> {
      if (existsSync(join(store.filesFolder, name, version))) return
      if (!known.get(name)?.has(version)) await list(name)
      if (known.get(name)?.has(version)) await downloadListed(name, version)
    },

    /** Returns a file with this name from any listed release, and downloads it when this machine does not have it. */
    async find(name: string, file: string, isMeant: IsMeant): Promise<StoredFile | undefined> {
      for (const [version] of releasesWith(name, file, isMeant)) {
        const here = findHere(name, file, isMeant)
        if (here) return here
        await downloadListed(name, version)
      }
      return findHere(name, file, isMeant)
    },
  }
}
