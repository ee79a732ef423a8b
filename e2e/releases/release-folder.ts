import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Registry, ReleasePointer } from '@portal/platform/releases/registry'
import { distFolder } from '@portal/platform/releases/release-settings'
import { changeRegistry, readRegistry } from '@portal/platform/releases/releases'
import { createFolderStore } from '@portal/platform/releases/stores/folder-store'
import { type Change, createPatchedCopy, type Overrides, type PatchedCopy } from './patched-copy.ts'

type Names = Registry['names']

/** A folder of releases with a signed registry of its own. At first the built releases are live. */
export class ReleaseFolder {
  readonly path: string
  readonly #keys = generateKeyPairSync('ed25519')
  #built: Names = {}

  private constructor(path: string) {
    this.path = path
  }

  static async create(): Promise<ReleaseFolder> {
    const releases = new ReleaseFolder(await mkdtemp(join(tmpdir(), 'portal-releases-')))
    await releases.#storeBuilt()
    await releases.putLive({})
    return releases
  }

  /** The releases that were built, without canaries or previous releases. */
  get built(): Readonly<Names> {
    return this.#built
  }

  /** The environment of servers and commands that use these releases. */
  get env(): { RELEASES: string; RELEASE_PUBLIC_KEY: string; RELEASE_SIGNING_KEY: string } {
    const { publicKey, privateKey } = this.#keys
    return {
      RELEASES: this.path,
      RELEASE_PUBLIC_KEY: toPem(publicKey, 'spki'),
      RELEASE_SIGNING_KEY: toPem(privateKey, 'pkcs8'),
    }
  }

  async store(name: string, version: string, folder: string): Promise<void> {
    await createFolderStore(this.path).putRelease(name, version, folder)
  }

  /** Stores a patched copy of a built release without putting it live. `original` is the copied release. */
  async storePatchedCopy(
    name: string,
    ...patch: [change?: Change, overrides?: Overrides]
  ): Promise<PatchedCopy & { original: ReleasePointer }> {
    const original = this.#built[name]?.current
    if (!original) throw new Error(`${name} is not built`)
    const copy = await createPatchedCopy(buildFolder(name, original.version), ...patch)
    await this.store(name, copy.pointer.version, copy.folder)
    await rm(copy.folder, { recursive: true })
    return { ...copy, original }
  }

  /**
   * Puts the built releases live with these changes, and returns the number of the registry. Added remotes stay,
   * because no registry forgets a name.
   */
  async putLive(changes: Names): Promise<number> {
    const { publicKey, privateKey: signingKey } = this.#keys
    const store = { ...createFolderStore(this.path), signingKey, publicKeys: { release: { key: publicKey } } }
    const { sequence } = await changeRegistry(store, 'test', (names) => ({ ...names, ...this.#built, ...changes }))
    return sequence
  }

  async delete(): Promise<void> {
    await rm(this.path, { recursive: true })
  }

  async #storeBuilt(): Promise<void> {
    const { names } = await readRegistry(createFolderStore(distFolder))
    for (const [name, { current }] of Object.entries(names)) {
      await this.store(name, current.version, buildFolder(name, current.version))
      this.#built[name] = { current, history: [] }
    }
  }
}

function buildFolder(name: string, version: string): string {
  return join(distFolder, 'releases', name, version)
}

function toPem(key: KeyObject, type: 'spki' | 'pkcs8'): string {
  return key.export({ type, format: 'pem' }).toString()
}
