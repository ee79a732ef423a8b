import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Release } from '../bundler/release.ts'
import type { ReleaseStore } from './stores/store.ts'

export type StoredFile = {
  /** Below the folder of files on this machine: `shell/3f2a91c04be7/main.js`. */
  path: string
  /** `sha256-…` of the content, as the release says. */
  integrity: string
}

type Files = Record<string, string>

/** Requests for files that do not exist list the store this often at most. */
const listingIntervalMs = 1_000

/**
 * Finds files by their content: of several releases with the same file any will do, so it is there as long as one of them is.
 * Reads the description of each release once.
 */
export function createStoredFiles(store: ReleaseStore) {
  /** The files of the listed releases, by the name of the package and the version. */
  const known = new Map<string, Map<string, Files>>()
  const pending = new Map<string, Promise<void>>()
  const nextListingAt = new Map<string, number>()

  async function listReleases(name: string): Promise<void> {
    await delay((nextListingAt.get(name) ?? 0) - performance.now())
    nextListingAt.set(name, performance.now() + listingIntervalMs)
    const releases = known.get(name) ?? new Map<string, Files>()
    known.set(name, releases)
    const added = (await store.listReleases(name)).filter((version) => !releases.has(version))
    await Promise.all(added.map(async (version) => releases.set(version, await readFiles(name, version))))
  }

  async function readFiles(name: string, version: string): Promise<Files> {
    try {
      const text = await store.readFile(name, version, 'release.json')
      return (text && (JSON.parse(text.toString()) as Release).files) || {}
    } catch {
      // What is no release has no files.
      return {}
    }
  }

  return {
    /** Adds the releases that were stored since. Requests that arrive within a second share one listing of the store. */
    list(name: string): Promise<void> {
      const listing = pending.get(name) ?? listReleases(name).finally(() => pending.delete(name))
      pending.set(name, listing)
      return listing
    },

    /** Returns a file of this name of any listed release, on this machine; undefined when none has it. */
    async find(name: string, file: string, isMeant: (integrity: string) => boolean): Promise<StoredFile | undefined> {
      for (const [version, files] of known.get(name) ?? []) {
        const integrity = Object.hasOwn(files, file) ? files[file] : undefined
        if (!integrity || !isMeant(integrity)) continue
        await store.download?.(name, version)
        const path = join(name, version, file)
        // Its release may have been pruned meanwhile.
        if (await exists(join(store.filesFolder, path))) return { path, integrity }
      }
      return undefined
    },
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
