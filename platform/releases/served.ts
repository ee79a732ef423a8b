import { readFile } from 'node:fs/promises'
import type { Registry } from './registry.ts'
import { changeRegistry, requireSuccessor } from './releases.ts'
import { readCopy, writeWhole } from './served-copy.ts'
import { canSign, changedBy } from './signature.ts'
import type { ReleaseStore } from './stores/store.ts'

// Signatures stay valid forever. So a program that may delete files of the store could make a portal that starts go
// back to an old registry, and the owner of the key of one name could take back another one. Therefore a portal
// remembers what it has served, and accepts only recent signatures of what it has not served.

/** A portal server starts with a registry for this long after its entries were signed. */
const REGISTRY_DAYS = 30
/** A registry is signed again after half of that time, so a job that fails has the other half to be repaired. */
const RENEWAL_DAYS = 15

const DAY_MS = 24 * 60 * 60 * 1000

type Signed = Pick<Registry, 'sequence' | 'at' | 'names'>

/**
 * @throws Error when the registry, or an entry of it, is older than what was served here before,
 * or has expired and was not served here
 */
export async function requireServable(store: ReleaseStore, registry: Registry): Promise<void> {
  // Without keys every registry is trusted, as in a working copy.
  if (!store.publicKeys) return
  const { sequence, names } = registry
  const served = await readServed(store)
  if (served !== undefined && sequence < served) {
    throw new Error(`Registry ${sequence} is older than ${served}, which was live here (${store.servedFile})`)
  }
  const copy = await readCopy(store)
  if (copy) requireSuccessor(copy, registry, ` that was live here (${store.servedFile}.json)`)
  if (sequence === served) return
  const isKnown = (name: string) =>
    copy?.names[name] !== undefined && changedBy(copy, name).sequence === changedBy(registry, name).sequence
  requireUnexpired(registry, `Registry ${sequence}`)
  for (const name of Object.keys(names)) {
    if (!isKnown(name)) requireUnexpired(changedBy(registry, name), `${name} of registry ${sequence}`)
  }
}

function requireUnexpired(signed: { at: string }, what: string): void {
  if (daysLeft(signed) > 0) return
  throw new Error(
    `${what} has expired: it was signed on ${signed.at}; npm run release:sign in the repository of the portal`,
  )
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

/** Returns whether half of the time is over of what the key of the store may sign. */
export function isRenewalDue(store: ReleaseStore, registry: Signed): boolean {
  const names = Object.keys(registry.names).filter((name) => canSign(store, name))
  return ![registry, ...names.map((name) => changedBy(registry, name))].every(
    (signed) => daysLeft(signed) > REGISTRY_DAYS - RENEWAL_DAYS,
  )
}

/** `It expires in 12 days` */
export function describeExpiry(registry: Signed): string {
  const { names } = registry
  const all = [registry, ...Object.keys(names).map((name) => changedBy(registry, name))].map(daysLeft)
  const days = Math.ceil(Math.min(...all))
  return days > 0
    ? `It expires in ${days} days`
    : 'It has expired: portal servers do not start with it; npm run release:sign in the repository of the portal'
}

/** Says whether the registry was signed since `before` was read. */
export function describeSignature(before: Registry, { sequence, at }: Registry): string {
  if (sequence > before.sequence) return `Registry ${sequence} was signed on ${at}`
  return `Registry ${sequence} was signed on ${at}, and not again. With a new key add --always`
}

/** Without a time it is NaN, which counts as expired. */
function daysLeft({ at }: { at: string }): number {
  return (Date.parse(at) - Date.now()) / DAY_MS + REGISTRY_DAYS
}

/**
 * Signs what is live under the next number when half of its time is over, or when `isForced`. Returns the live
 * registry.
 */
export function signAgain(store: ReleaseStore, { isForced = false } = {}): Promise<Registry> {
  let signed: number | undefined
  return changeRegistry(
    store,
    'signed again',
    (names) => names,
    (before) => {
      // If another process was faster, its registry is as new as this one would be.
      const isDue = isRenewalDue(store, before) || (isForced && signed === undefined)
      signed = before.sequence
      return before.sequence > 0 && isDue
    },
  )
}
