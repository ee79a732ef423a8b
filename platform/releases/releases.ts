import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '../bundler/release.ts'
import { integrityOf, isShell, nameOf } from '../bundler/release.ts'
import {
  emptyRegistry,
  MAX_SEQUENCE,
  type Names,
  pointersOf,
  type Registry,
  type ReleasePointer,
  registryFileName,
} from './registry.ts'
import { signRegistry, verifyRegistry } from './signature.ts'
import { DamagedRelease, integrityByFile } from './stores/release-content.ts'
import type { ReleaseStore } from './stores/store.ts'

/**
 * Returns the newest valid registry, which is one that is signed by a key of the store; calls `onRejected` for newer ones.
 * So write access to the store alone neither puts code into the portal nor blocks releases.
 * @throws Error when there are registries and none is valid
 */
export async function readRegistry(
  store: ReleaseStore,
  onRejected: (sequence: number, error: Error) => void = () => {},
): Promise<Registry> {
  let problem: Error | undefined
  for (const sequence of await store.listRegistries()) {
    try {
      const text = await store.readRegistryText(sequence)
      const registry = verifyRegistry(text, store.publicKeys, store.keysSetting)
      // An old one under a new number would restore withdrawn releases.
      if (registry.sequence !== sequence) throw new Error(`Registry ${registry.sequence} stands under ${sequence}`)
      return registry
    } catch (error) {
      problem = error as Error
      onRejected(sequence, problem)
    }
  }
  if (problem) throw problem
  return emptyRegistry
}

/** Returns the number of the newest registry that has a signature of any key; undefined when none has. */
export async function newestSigned(store: ReleaseStore): Promise<number | undefined> {
  for (const sequence of await store.listRegistries()) {
    try {
      if (verifyRegistry(await store.readRegistryText(sequence), undefined).signature) return sequence
    } catch {
      // What is no registry has no signature.
    }
  }
  return undefined
}

/** Returns the content of release.json. @throws DamagedRelease when it is not stored, has another hash than the registry, or is of another name */
export async function readRelease<T extends Release>(
  store: ReleaseStore,
  name: string,
  { version, integrity }: ReleasePointer,
): Promise<T> {
  const reading = store.readFile(name, version, 'release.json').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES' && error.code !== 'EIO') throw error
    throw new DamagedRelease(`Release ${version} of ${name} cannot be read: ${error.message}`)
  })
  const text = (await reading)?.toString()
  if (text === undefined) throw new DamagedRelease(`Release ${version} of ${name} is not there`)
  const release = integrityOf(text) === integrity ? (JSON.parse(text) as T) : undefined
  // A key of one remote must not sign a release that calls itself another one.
  if (release?.name !== name || release.version !== version || isShell(release) !== (name === 'shell')) {
    throw new DamagedRelease(`Release ${version} of ${name} is not as the registry says`)
  }
  return release
}

/** Returns a file of a release. @throws DamagedRelease when it is not stored, or has another hash than in release.json */
export async function readStoredFile(
  store: ReleaseStore,
  release: Release,
  { file, integrity }: { file: string; integrity: string },
): Promise<Buffer> {
  const content = await store.readFile(release.name, release.version, file)
  if (!content) throw new DamagedRelease(`${file} of ${nameOf(release)} is not there`)
  if (integrityOf(content) !== integrity) {
    throw new DamagedRelease(`${file} of ${nameOf(release)} is not as release.json says`)
  }
  return content
}

/** Returns why a release is not whole: it is lost or another one, or files are missing; undefined when it is whole. */
export async function findDamage(
  store: ReleaseStore,
  name: string,
  pointer: ReleasePointer,
): Promise<string | undefined> {
  try {
    const integrities = integrityByFile(await readRelease(store, name, pointer))
    const files = await store.listFiles(name, pointer.version)
    const missing = Object.keys(integrities).filter((file) => !files.includes(file))
    return missing.length > 0 ? `Release ${pointer.version} of ${name} has lost ${missing.join(', ')}` : undefined
  } catch (error) {
    if (error instanceof DamagedRelease) return error.message
    throw error
  }
}

/**
 * Stores a build unless its version is stored, and returns a pointer to it. Builds of one version on two machines differ in
 * bytes, so a version that was released before is released again unchanged.
 * @throws Error when the stored release is another build that was never released
 */
export async function storeRelease(store: ReleaseStore, folder: string): Promise<ReleasePointer> {
  const text = await readFile(join(folder, 'release.json'), 'utf8')
  const { name, version }: Release = JSON.parse(text)
  await store.putRelease(name, version, folder)
  const stored = integrityOf(String(await store.readFile(name, version, 'release.json')))
  const wasReleased = () => findPointer(store, name, ({ integrity }) => integrity === stored)
  if (stored !== integrityOf(text) && !(await wasReleased())) {
    throw new Error(`Another build of ${name} ${version} is stored already; any change to its sources is a new version`)
  }
  return { version, integrity: stored, at: new Date().toISOString() }
}

/** `sequence`: that of the newest registry that has it. */
export type Found = { pointer: ReleasePointer; sequence: number }

/**
 * Returns the pointer to a release of the newest registry that has such a one. Write access to the store alone adds none, because the
 * registries are signed.
 */
export async function findPointer(
  store: ReleaseStore,
  name: string,
  isWanted: (pointer: ReleasePointer) => boolean,
): Promise<Found | undefined> {
  for (const sequence of await store.listRegistries()) {
    try {
      const registered = verifyRegistry(await store.readRegistryText(sequence), store.publicKeys).names[name]
      const pointer = registered && pointersOf(registered).find(isWanted)
      if (pointer) return { pointer, sequence }
    } catch {
      // An invalid registry names nothing.
    }
  }
  return undefined
}

/** What the registry records of a change. */
type Action = { reason: string; by?: string | undefined }

/**
 * Changes what is live, of which `change` gets the number too: where another process was faster, the change is made again on top of its registry. Writes nothing
 * when nothing changes, unless the registry before `isDue` to be signed again.
 */
export async function changeRegistry(
  store: ReleaseStore,
  action: Action | string,
  change: (names: Names, sequence: number) => Promise<Names> | Names,
  isDue: (before: Registry) => boolean = () => false,
): Promise<Registry> {
  const { reason, by }: Action = typeof action === 'string' ? { reason: action } : action
  for (;;) {
    // The numbers are listed first: a registry that is added meanwhile is read, or has the next number.
    const taken = await store.listRegistries()
    const before = await readRegistry(store)
    const sequence = nextSequence(before.sequence, taken)
    const names = await change(before.names, before.sequence)
    if (JSON.stringify(names) === JSON.stringify(before.names) && !isDue(before)) return before
    const after = { sequence, at: new Date().toISOString(), reason, ...(by && { by }), names }
    if (await store.addRegistry(after.sequence, signRegistry(after, store.signingKey))) return after
  }
}

/** Returns the first free number above the newest valid registry: an invalid one far ahead blocks no release. @throws Error at the end */
function nextSequence(newest: number, taken: readonly number[]): number {
  let next = newest + 1
  while (taken.includes(next)) next += 1
  if (next <= MAX_SEQUENCE) return next
  const file = `registry/${registryFileName(newest)}`
  throw new Error(`${file} leaves no number for another: remove it, and start portal servers again`)
}
