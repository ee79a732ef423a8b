import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LiveRemote } from './live.ts'
import { emptyRegistry, entryPointers, type Names, type Registry } from './registry.ts'
import { verifyRegistry } from './signature.ts'
import { readPlainFile } from './stores/plain-file.ts'
import type { ReleaseStore } from './stores/store.ts'

// A portal server stores the registry that it serves and rejects registries that take back an entry of it. Each portal
// server also stores the files of a bucket's live releases, so that it can start while the bucket is unavailable.

/**
 * Returns a store that has only the releases that this machine has served last. Its registry is verified as in any
 * other store. Undefined for a store that has no copy here, such as a folder.
 */
export function createServedCopy(store: ReleaseStore): ReleaseStore | undefined {
  const file = copyFile(store)
  if (!file || !store.download) return undefined
  const { download: _, ...rest } = store
  const readRegistryText = () => readFile(file, 'utf8')
  return {
    ...rest,
    readRegistryText,
    listRegistries: async () => [sequenceIn(await readRegistryText())],
    readFile: (name, version, path) => readPlainFile(store.filesFolder, name, version, path),
  }
}

/** Stores the registry that is live here, unless it is stored already. */
export async function copyServed(store: ReleaseStore, sequence: number): Promise<void> {
  const file = copyFile(store)
  if (!file || (await readCopy(store))?.sequence === sequence) return
  const text = await store.readRegistryText(sequence)
  verifyRegistry(text, store.publicKeys, store.keysSetting)
  await writeWhole(file, text)
}

/** Replaces a file, as a whole also when the power fails. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}`
  try {
    await writeFile(temporary, text, { flush: true })
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * Stores which releases pages get: these decide what belongs to which remote (settle-claims.ts), also after a restart.
 */
export async function copyReleases(store: ReleaseStore, remotes: readonly LiveRemote[]): Promise<void> {
  const file = copyFile(store)
  const versions = Object.fromEntries(remotes.map(({ name, current }) => [name, current.version]))
  if (file) await writeWhole(`${file}.releases`, JSON.stringify(versions))
}

/** Returns the releases that pages got last from here, as names of a registry. */
export async function readCopiedReleases(store: ReleaseStore): Promise<Names> {
  const file = copyFile(store)
  const { names } = (await readCopy(store)) ?? emptyRegistry
  const versions: Record<string, string> = await readFile(`${file}.releases`, 'utf8')
    .then(JSON.parse)
    // Nothing was served yet, or not by this version.
    .catch(() => ({}))
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, entry]) => {
      const current = entryPointers(entry).find(({ version }) => version === versions[name])
      return current ? [[name, { current, history: [] }]] : []
    }),
  )
}

/** Returns the registry that was served here last, or undefined when there is no copy or it is damaged. */
export async function readCopy(store: ReleaseStore): Promise<Registry | undefined> {
  const file = copyFile(store)
  const text = file && (await readFile(file, 'utf8').catch(() => undefined))
  // It was verified when it was stored, and its key may have gone since.
  return text ? (parsed(text, store) ?? parsed(text, {})) : undefined
}

function parsed(text: string, { publicKeys }: Pick<ReleaseStore, 'publicKeys'>): Registry | undefined {
  try {
    return verifyRegistry(text, publicKeys)
  } catch {
    return undefined
  }
}

/** The number of the registry is in a file of its own: a portal server of an earlier version reads that one. */
function copyFile({ publicKeys, servedFile }: ReleaseStore): string | undefined {
  return publicKeys && servedFile && `${servedFile}.json`
}

function sequenceIn(text: string): number {
  return verifyRegistry(text, undefined).sequence
}
