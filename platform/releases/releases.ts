import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '../bundler/release.ts'
import { formatRelease, isShell, toIntegrity } from '../bundler/release.ts'
import {
  emptyRegistry,
  entryPointers,
  MAX_SEQUENCE,
  type Names,
  type Registry,
  type ReleasePointer,
  registryFileName,
} from './registry.ts'
import { changedBy, isSignedForAll, signEntries, signRegistry, verifyRegistry } from './signature.ts'
import { DamagedRelease, integrityByFile } from './stores/release-content.ts'
import type { ReleaseStore } from './stores/store.ts'

/**
 * Returns the newest registry that is signed by keys of the store and takes back nothing of an older one. Calls
 * `onRejected` for newer registries that are not. So write access to the store, even with the key of one name, can
 * neither put other code into the portal nor block releases. With keys, `known` is a registry that this process has
 * read before. Only later ones are read then.
 * @throws Error when there are registries and none is valid
 */
export async function readRegistry(
  store: ReleaseStore,
  onRejected: (sequence: number, error: Error) => void = () => {},
  known?: Registry,
): Promise<Registry> {
  let problem: Error | undefined
  const reject = (sequence: number, error: Error) => {
    problem = error
    onRejected(sequence, error)
  }
  const [newest] = acceptedRegistries(await readSigned(store, reject, known), reject)
  if (newest) return newest
  if (problem) throw problem
  return emptyRegistry
}

/**
 * Reads the registries with valid signatures, newest first, down to the known one, or to the first one by a key of all
 * names, whose owner has compared it with the earlier ones.
 */
async function readSigned(
  store: ReleaseStore,
  onRejected: (sequence: number, error: Error) => void,
  known: Registry | undefined,
): Promise<Registry[]> {
  const registries: Registry[] = []
  for (const sequence of await store.listRegistries()) {
    if (known && sequence <= known.sequence) break
    try {
      const text = await store.readRegistryText(sequence)
      registries.push(verifyStored(store, sequence, text))
      if (!store.publicKeys || isSignedForAll(text, store.publicKeys)) break
    } catch (error) {
      onRejected(sequence, error as Error)
    }
  }
  return known ? [...registries, known] : registries
}

/**
 * @throws Error when the text is not a registry with valid signatures, or has another number than its file
 */
export function verifyStored({ publicKeys, keysSetting }: ReleaseStore, sequence: number, text: string): Registry {
  const registry = verifyRegistry(text, publicKeys, keysSetting)
  // An old one under a new number would restore withdrawn releases.
  if (registry.sequence !== sequence)
    throw new Error(`Registry ${registry.sequence} is stored under the number ${sequence}`)
  return registry
}

/** Returns the signed registries, newest first, without any that takes back an entry of an earlier one. */
export function acceptedRegistries(
  registries: readonly Registry[],
  onRejected: (sequence: number, error: Error) => void = () => {},
): Registry[] {
  const accepted: Registry[] = []
  for (const registry of registries.toReversed()) {
    const before = accepted.at(-1)
    try {
      if (before) requireSuccessor(before, registry)
      accepted.push(registry)
    } catch (error) {
      onRejected(registry.sequence, error as Error)
    }
  }
  return accepted.toReversed()
}

/** Signers take the next number, or one that is free above invalid registries. */
const MAX_SKIPPED_NUMBERS = 1_000_000

/**
 * Compares a registry with the previous one, which `where` names in messages.
 * @throws Error when a later registry has lost a name, has an entry that is older than in the previous one, or leaves
 * no numbers for the next ones
 */
export function requireSuccessor(before: Registry, after: Registry, where = ''): void {
  const last = `registry ${before.sequence}${where}`
  if (after.sequence > before.sequence + MAX_SKIPPED_NUMBERS) {
    throw new Error(`Registry ${after.sequence} is far above ${last}`)
  }
  for (const name of new Set([...Object.keys(before.names), ...Object.keys(after.names)])) {
    if (!after.names[name]) throw new Error(`Registry ${after.sequence} has lost ${name} of ${last}`)
    const changed = changedBy(after, name).sequence
    const isUnchanged = before.names[name] && changed === changedBy(before, name).sequence
    if (isUnchanged || changed > before.sequence) continue
    throw new Error(`Registry ${after.sequence} has an older state of ${name} than ${last}`)
  }
}

/** Returns the number of the newest registry that any key has signed, or undefined when no registry is signed. */
export async function newestSigned(store: ReleaseStore): Promise<number | undefined> {
  for (const sequence of await store.listRegistries()) {
    try {
      if (verifyRegistry(await store.readRegistryText(sequence), undefined).signature) return sequence
    } catch {
      // A text that is not a registry has no signature.
    }
  }
  return undefined
}

/**
 * Returns the content of release.json. @throws DamagedRelease when it is not stored, has another hash than the
 * registry, or is of another name
 */
export async function readRelease<T extends Release>(
  store: ReleaseStore,
  name: string,
  { version, integrity }: Pick<ReleasePointer, 'version' | 'integrity'>,
): Promise<T> {
  const reading = store.readFile(name, version, 'release.json').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES' && error.code !== 'EIO') throw error
    throw new DamagedRelease(`Release ${version} of ${name} cannot be read: ${error.message}`)
  })
  const text = (await reading)?.toString()
  if (text === undefined) throw new DamagedRelease(`Release ${version} of ${name} is not there`)
  const release = toIntegrity(text) === integrity ? (JSON.parse(text) as T) : undefined
  // A key of one remote must not sign a release that calls itself another one.
  if (release?.name !== name || release.version !== version || isShell(release) !== (name === 'shell')) {
    throw new DamagedRelease(`Release ${version} of ${name} is not as the registry says`)
  }
  return release
}

/**
 * Returns a file of a release. @throws DamagedRelease when it is not stored, or has another hash than in release.json
 */
export async function readStoredFile(
  store: ReleaseStore,
  release: Release,
  { file, integrity }: { file: string; integrity: string },
): Promise<Buffer> {
  const content = await store.readFile(release.name, release.version, file)
  if (!content) throw new DamagedRelease(`${file} of ${formatRelease(release)} is not there`)
  if (toIntegrity(content) !== integrity) {
    throw new DamagedRelease(`${file} of ${formatRelease(release)} is not as release.json says`)
  }
  return content
}

/** Returns why a release is not complete: it is lost or replaced, or files are missing. Undefined if it is complete. */
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

type StoredRelease = { name: string; version: string; integrity: string }

/**
 * Stores a build unless its version is stored, and returns a pointer to it. Builds of one version on two machines
 * differ in bytes, so a version that was released before is released again unchanged. `isKnown` decides whether a
 * stored release with other bytes is used. By default it has to be in a registry.
 * @throws Error when the stored release is another build that is not known
 */
export async function storeRelease(
  store: ReleaseStore,
  folder: string,
  isKnown = (stored: StoredRelease) => wasReleased(store, stored),
): Promise<ReleasePointer> {
  const text = await readFile(join(folder, 'release.json'), 'utf8')
  const { name, version }: Release = JSON.parse(text)
  await store.putRelease(name, version, folder)
  const integrity = toIntegrity(String(await store.readFile(name, version, 'release.json')))
  if (integrity !== toIntegrity(text) && !(await isKnown({ name, version, integrity }))) {
    throw new Error(`Another build of ${name} ${version} is stored already; any change to its sources is a new version`)
  }
  return { version, integrity, at: new Date().toISOString() }
}

async function wasReleased(store: ReleaseStore, { name, integrity }: StoredRelease): Promise<boolean> {
  const found = await findPointer(store, name, (pointer) => pointer.integrity === integrity)
  return found !== undefined
}

/** `sequence` is the number of the newest registry that has it. */
export type Found = { pointer: ReleasePointer; sequence: number }

/**
 * Returns the pointer to a release in the newest registry that has it. Write access to the store is not enough to add
 * one, because registries are signed.
 */
export async function findPointer(
  store: ReleaseStore,
  name: string,
  isWanted: (pointer: ReleasePointer) => boolean,
): Promise<Found | undefined> {
  for (const sequence of await store.listRegistries()) {
    try {
      const registered = verifyStored(store, sequence, await store.readRegistryText(sequence)).names[name]
      const pointer = registered && entryPointers(registered).find(isWanted)
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
 * Changes what is live. `change` gets the names and the number of the live registry. If another process was faster, the
 * change is made again on top of its registry. Writes nothing when nothing changes, unless it `isSigningAgain`.
 * @throws Error when the signing key of the store may not sign what changes
 */
export async function changeRegistry(
  store: ReleaseStore,
  action: Action | string,
  change: (names: Names, sequence: number) => Promise<Names> | Names,
  { isSigningAgain = false } = {},
): Promise<Registry> {
  const { reason, by }: Action = typeof action === 'string' ? { reason: action } : action
  for (;;) {
    // The numbers are listed first: a registry that is added meanwhile is read, or has the next number.
    const taken = await store.listRegistries()
    const before = await readRegistry(store)
    const sequence = nextSequence(before.sequence, taken)
    const names = await change(before.names, before.sequence)
    if (JSON.stringify(names) === JSON.stringify(before.names) && !isSigningAgain) return before
    const at = new Date().toISOString()
    const after = {
      sequence,
      at,
      reason,
      ...(by && { by }),
      names: signEntries(names, before, { sequence, at }, store),
    }
    if (await store.addRegistry(after.sequence, signRegistry(after, store.signingKey))) return after
  }
}

/**
 * Signs what is live under the next number, with the key of the store where that may sign. Returns the live registry,
 * which is empty when nothing is released.
 */
export async function signAgain(store: ReleaseStore): Promise<Registry> {
  const live = await readRegistry(store)
  if (live.sequence === 0) return live
  return await changeRegistry(store, 'signed again', (names) => names, { isSigningAgain: true })
}

/**
 * Returns the first free number above the newest valid registry: an invalid one far ahead blocks no release. @throws
 * Error at the end
 */
function nextSequence(newest: number, taken: readonly number[]): number {
  let next = newest + 1
  while (taken.includes(next)) next += 1
  if (next <= MAX_SEQUENCE) return next
  const file = `registry/${registryFileName(newest)}`
  throw new Error(`${file} leaves no number for another: remove it, and start portal servers again`)
}
