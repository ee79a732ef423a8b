import type { Registry } from '../registry.ts'
import { acceptedRegistries, verifyStored } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'

/** The number of registries that are read, newest first. */
const MAX_REGISTRIES = 40

export type ReadRegistries = (live: Registry) => Promise<Registry[]>

/**
 * Returns what reads the valid registries up to the live one, newest first. Each is read from the store once,
 * since none changes.
 */
export function createRegistryReader(store: ReleaseStore): ReadRegistries {
  const known = new Map<number, Promise<Registry | undefined>>()

  async function read(sequence: number): Promise<Registry | undefined> {
    const text = await store.readRegistryText(sequence)
    try {
      return verifyStored(store, sequence, text)
    } catch {
      // An unsigned one says nothing about what was live.
      return undefined
    }
  }

  return async (live) => {
    const stored = (await store.listRegistries()).filter((sequence) => sequence <= live.sequence)
    const recent = stored.slice(0, MAX_REGISTRIES)
    for (const sequence of known.keys()) if (!recent.includes(sequence)) known.delete(sequence)
    const registries = await Promise.all(
      recent.map((sequence) => {
        const found = known.get(sequence) ?? read(sequence)
        known.set(sequence, found)
        // Pruned meanwhile, or the store is unavailable: it is read again.
        return found.catch(() => void known.delete(sequence))
      }),
    )
    const signed = registries.filter((registry) => registry !== undefined)
    return store.publicKeys ? acceptedRegistries(signed) : signed
  }
}
