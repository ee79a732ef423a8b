import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { verifyRegistry } from './signature.ts'
import type { ReleaseStore } from './stores/store.ts'

// The files of live releases of a bucket are on each portal server. With the registry beside them one starts also while the bucket is
// unavailable: another machine that dies at that moment comes back.

/**
 * Returns the releases that this machine has served last, as a store: it has no other ones. Undefined for a store that has no copy here,
 * such as a folder. Its registry is verified like that of any other store.
 */
export function servedCopy(store: ReleaseStore): ReleaseStore | undefined {
  const file = copyFile(store)
  if (!file) return undefined
  const { download: _, ...rest } = store
  const readRegistryText = () => readFile(file, 'utf8')
  return {
    ...rest,
    readRegistryText,
    listRegistries: async () => [sequenceIn(await readRegistryText())],
    readFile: (name, version, path) => readFile(join(store.filesFolder, name, version, path)),
  }
}

/** Stores the registry that is live here, unless it is stored already. */
export async function copyServed(store: ReleaseStore, sequence: number): Promise<void> {
  const file = copyFile(store)
  if (!file || (await copiedSequence(file)) === sequence) return
  const text = await store.readRegistryText(sequence)
  verifyRegistry(text, store.publicKeys, store.keysSetting)
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}`
  try {
    await writeFile(temporary, text, { flush: true })
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** The number of the registry is in a file of its own: a portal server of an earlier version reads that one. */
function copyFile({ publicKeys, servedFile, download }: ReleaseStore): string | undefined {
  return publicKeys && servedFile && download && `${servedFile}.json`
}

async function copiedSequence(file: string): Promise<number | undefined> {
  try {
    return sequenceIn(await readFile(file, 'utf8'))
  } catch {
    // None, or a damaged one.
    return undefined
  }
}

function sequenceIn(text: string): number {
  return verifyRegistry(text, undefined).sequence
}
