import { readFile } from 'node:fs/promises'
import type { Registry } from './registry.ts'
import { requireSuccessor } from './releases.ts'
import { readCopy, writeWhole } from './served-copy.ts'
import type { ReleaseStore } from './stores/store.ts'

// Signatures stay valid forever. So a program that may delete files of the store could make a portal that starts go
// back to an old registry, and the owner of the key of one name could take back another one. Therefore a portal
// remembers what it has served.

/** @throws Error when the registry, or an entry of it, is older than what was served here before */
export async function requireServable(store: ReleaseStore, registry: Registry): Promise<void> {
  // Without keys every registry is trusted, as in a working copy.
  if (!store.publicKeys) return
  const { sequence } = registry
  const served = await readServed(store)
  if (served !== undefined && sequence < served) {
    throw new Error(`Registry ${sequence} is older than ${served}, which was live here (${store.servedFile})`)
  }
  const copy = await readCopy(store)
  if (copy) requireSuccessor(copy, registry, ` that was live here (${store.servedFile}.json)`)
}

/** Stores the number of the registry that is live here, unless a higher one is stored. */
export async function rememberServed(store: ReleaseStore, sequence: number): Promise<void> {
  const { publicKeys, servedFile } = store
  if (!publicKeys || !servedFile || ((await readServed(store)) ?? 0) >= sequence) return
  // An empty file after a power cut would keep the portal from starting.
  await writeWhole(servedFile, String(sequence))
}

async function readServed({ servedFile }: ReleaseStore): Promise<number | undefined> {
  if (!servedFile) return undefined
  const text = await readFile(servedFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new Error(`${servedFile} is not the number of a registry`)
  return Number(text)
}
