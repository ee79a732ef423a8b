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
const LISTING_INTERVAL_MS = 1_000

/**
 * Finds files by their content. When several releases have the same file, any of them will do, so the file is found as
 * long as one of these releases exists. Reads the description of each release once.
 */
export class StoredFiles {
  readonly #store: ReleaseStore
  /** The files of the listed releases, by the name of the package and the version. */
  readonly #known = new Map<string, Map<string, Files>>()
  /** The function that lists the releases of a package, by the name of the package. */
  readonly #listings = new Map<string, () => Promise<void>>()

  constructor(store: ReleaseStore) {
    this.#store = store
  }

  /** Adds new releases of the store. Requests within a second share one listing. */
  list(name: string): Promise<void> {
    const listing = this.#listings.get(name) ?? shareCalls(() => this.#listReleases(name), LISTING_INTERVAL_MS)
    this.#listings.set(name, listing)
    return listing()
  }

  /** Downloads a release unless it is on this machine. Lists the store first when the release is not known. */
  async download(name: string, version: string): Promise<void> {
    if (this.#isHere(name, version)) return
    if (!this.#isKnown(name, version)) await this.list(name)
    if (this.#isKnown(name, version)) await this.#downloadListed(name, version)
  }

  /** Returns a file with this name from any listed release, and downloads it when this machine does not have it. */
  async find(name: string, file: string, isMeant: IsMeant): Promise<StoredFile | undefined> {
    for (const [version] of this.#releasesWith(name, file, isMeant)) {
      const here = this.#findHere(name, file, isMeant)
      if (here) return here
      await this.#downloadListed(name, version)
    }
    return this.#findHere(name, file, isMeant)
  }

  async #listReleases(name: string): Promise<void> {
    const releases = this.#known.get(name) ?? new Map<string, Files>()
    this.#known.set(name, releases)
    const added = (await this.#store.listReleases(name)).filter((version) => !releases.has(version))
    await Promise.all(
      added.map(async (version) => {
        const files = parseFiles(await this.#store.readFile(name, version, 'release.json'))
        if (files) releases.set(version, files)
      }),
    )
  }

  async #downloadListed(name: string, version: string): Promise<void> {
    const isStored = await this.#store.download?.(name, version)
    // Pruning has deleted the release. It is forgotten, so that later requests do not search the store for it.
    if (isStored === false) this.#known.get(name)?.delete(version)
  }

  #findHere(name: string, file: string, isMeant: IsMeant): StoredFile | undefined {
    return (
      this.#releasesWith(name, file, isMeant)
        .map(([version, integrity]) => ({ path: join(name, version, file), integrity }))
        // Pruning may have deleted the release.
        .find(({ path }) => this.#isHere(path))
    )
  }

  /** Returns the listed releases with a file of this name, and its integrity there. */
  #releasesWith(name: string, file: string, isMeant: IsMeant): [version: string, integrity: string][] {
    return [...(this.#known.get(name) ?? [])].flatMap(([version, files]) => {
      const integrity = Object.hasOwn(files, file) ? files[file] : undefined
      return integrity && isMeant(integrity) ? [[version, integrity] as [string, string]] : []
    })
  }

  #isKnown(name: string, version: string): boolean {
    return this.#known.get(name)?.has(version) ?? false
  }

  /** Returns whether this machine has a file or a folder. */
  #isHere(...path: string[]): boolean {
    return existsSync(join(this.#store.filesFolder, ...path))
  }
}

/** Returns undefined for a release that is not stored completely yet. The next listing reads it again. */
function parseFiles(description: Buffer | undefined): Files | undefined {
  if (!description) return undefined
  try {
    return (JSON.parse(description.toString()) as Release).files || {}
  } catch {
    // A folder that is not a release has no files.
    return {}
  }
}
