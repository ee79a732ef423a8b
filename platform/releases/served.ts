import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Registry } from './registry.ts'
import type { ReleaseStore } from './stores/store.ts'

// Every signed registry stays valid, so the right to delete files of the store would be enough to take a portal that starts back to an old one.
// It remembers what it has served, and a portal that has served nothing yet accepts recent registries alone.

/** A portal server starts with a registry for this long after it was signed. */
const REGISTRY_DAYS = 30
/** It is signed again after this time, which leaves as much for a job that fails. */
const RENEWAL_DAYS = 15

const DAY_MS = 24 * 60 * 60 * 1000

type Signed = Pick<Registry, 'sequence' | 'at'>

/** @throws Error when the registry is older than the one that was served here before, or has expired and was not served here */
export async function requireServable(store: ReleaseStore, registry: Signed): Promise<void> {
  // Without keys every registry is trusted, as in a working copy.
  if (!store.publicKeys) return
  const { sequence } = registry
  const served = await readServed(store)
  if (served !== undefined && sequence < served) {
    throw new Error(`Registry ${sequence} is older than ${served}, which was live here (${store.servedFile})`)
  }
  if (sequence !== served && !(daysLeft(registry) > 0)) {
    throw new Error(`Registry ${sequence} has expired: it was signed on ${registry.at}; npm run release:sign`)
  }
}

/** Stores the number of the registry that is live here, unless a higher one is stored. */
export async function rememberServed(store: ReleaseStore, sequence: number): Promise<void> {
  const { publicKeys, servedFile } = store
  if (!publicKeys || !servedFile || ((await readServed(store)) ?? 0) >= sequence) return
  await mkdir(dirname(servedFile), { recursive: true })
  const temporary = `${servedFile}.${randomUUID()}`
  try {
    // Empty after a power cut, it would keep the portal from starting.
    await writeFile(temporary, String(sequence), { flush: true })
    await rename(temporary, servedFile)
  } finally {
    await rm(temporary, { force: true })
  }
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

export function isRenewalDue(registry: Signed, now = Date.now()): boolean {
  return !(daysLeft(registry, now) > REGISTRY_DAYS - RENEWAL_DAYS)
}

/** `It expires in 12 days` */
export function describeExpiry(registry: Signed): string {
  const days = Math.ceil(daysLeft(registry))
  return days > 0
    ? `It expires in ${days} days`
    : 'It has expired: portal servers do not start with it; npm run release:sign'
}

/** NaN for a registry without a time, which counts as expired. */
function daysLeft({ at }: Signed, now = Date.now()): number {
  return (Date.parse(at) - now) / DAY_MS + REGISTRY_DAYS
}
