import type { KeyObject } from 'node:crypto'
import type { BuiltRelease } from '../bundler/build-release.ts'
import { integrityOf } from '../bundler/integrity.ts'
import type { ReleaseFile } from '../bundler/release.ts'
import {
  emptyRegistry,
  lastSequence,
  pointersOf,
  type RegistryFile,
  type ReleasePointer,
  registryFileName,
} from './registry.ts'
import { readRegistryText, writeRegistry } from './signature.ts'
import type { ReleaseStore } from './stores/store.ts'

export type Releases = {
  store: ReleaseStore
  /** Verifies what is read. Undefined: anything is believed. */
  publicKey?: KeyObject | undefined
  /** Signs what is written. */
  signingKey?: KeyObject | undefined
}

/**
 * The newest registry that is one and is signed by the key; those above it are told to `refused`. Whoever can write where
 * releases are can thereby neither put code into the portal nor keep others from releasing.
 * @throws Error when there are some and none is
 */
export async function readRegistry(
  { store, publicKey }: Releases,
  refused: (sequence: number, error: Error) => void = () => {},
): Promise<RegistryFile> {
  let problem: Error | undefined
  for (const sequence of await store.listRegistries()) {
    try {
      const registry = readRegistryText(await store.readRegistry(sequence), publicKey)
      // An old one under a new number would bring withdrawn releases back.
      if (registry.sequence !== sequence) throw new Error(`Registry ${registry.sequence} stands under ${sequence}`)
      return registry
    } catch (error) {
      problem = error as Error
      refused(sequence, problem)
    }
  }
  if (problem) throw problem
  return emptyRegistry
}

/** Number of the newest registry that has a signature, by whomever. Undefined: none has. */
export async function newestSigned(store: ReleaseStore): Promise<number | undefined> {
  for (const sequence of await store.listRegistries()) {
    try {
      if (readRegistryText(await store.readRegistry(sequence), undefined).signature) return sequence
    } catch {
      // What is no registry has no signature.
    }
  }
  return undefined
}

/** What the build said of a release. @throws Error when it is not there, or not as the registry says */
export async function readRelease<T extends ReleaseFile>(
  { store }: Releases,
  name: string,
  { version, integrity }: ReleasePointer,
): Promise<T> {
  const text = (await store.readFile(name, version, 'release.json'))?.toString()
  if (text === undefined) throw new Error(`Release ${version} of ${name} is not there`)
  if (integrityOf(text) !== integrity) throw new Error(`Release ${version} of ${name} is not as the registry says`)
  return JSON.parse(text) as T
}

/**
 * Stores a build unless its version is there, and points to it. Builds of one version on two machines differ in bytes: what
 * was released before is released again as it was. @throws Error when what is there is neither this build nor was released
 */
export async function storeRelease(
  releases: Releases,
  { name, version, folder, integrity }: Pick<BuiltRelease, 'name' | 'version' | 'folder' | 'integrity'>,
): Promise<ReleasePointer> {
  const { store } = releases
  await store.putRelease(name, version, folder)
  const stored = integrityOf(String(await store.readFile(name, version, 'release.json')))
  if (stored !== integrity && !(await wasReleased(releases, name, stored))) {
    throw new Error(`Another build of ${name} ${version} is stored already; any change to its sources is a new version`)
  }
  return { version, integrity: stored, at: new Date().toISOString() }
}

/** By any registry that is kept. */
async function wasReleased({ store, publicKey }: Releases, name: string, integrity: string): Promise<boolean> {
  for (const sequence of await store.listRegistries()) {
    try {
      const registered = readRegistryText(await store.readRegistry(sequence), publicKey).names[name]
      if (registered && pointersOf(registered).some((pointer) => pointer.integrity === integrity)) return true
    } catch {
      // What is not signed says nothing.
    }
  }
  return false
}

type Names = RegistryFile['names']

/**
 * Changes what is live, whatever it is by then: a change that came second is made again on top of the first. Nothing is
 * written when nothing changes.
 */
export async function changeRegistry(
  releases: Releases,
  reason: string,
  change: (names: Names) => Promise<Names> | Names,
): Promise<RegistryFile> {
  for (;;) {
    // Listed before it is read: what comes meanwhile is read, or has this number.
    const taken = await releases.store.listRegistries()
    const before = await readRegistry(releases)
    const sequence = nextSequence(before.sequence, taken)
    const names = await change(before.names)
    if (JSON.stringify(names) === JSON.stringify(before.names)) return before
    const after = { sequence, at: new Date().toISOString(), reason, names }
    if (await releases.store.addRegistry(after.sequence, writeRegistry(after, releases.signingKey))) return after
  }
}

/** The first free one above the newest good registry: what is none and leaps far ahead blocks nobody. @throws Error at the end */
function nextSequence(newest: number, taken: readonly number[]): number {
  let next = newest + 1
  while (taken.includes(next)) next += 1
  if (next <= lastSequence) return next
  const file = `registry/${registryFileName(newest)}`
  throw new Error(`${file} leaves no number for another: remove it, and start portal servers again`)
}
