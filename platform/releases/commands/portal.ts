import { setTimeout } from 'node:timers/promises'
import { CommandError, say } from '@portal/command/command'
import { getJson } from '@portal/command/send-request'
import type { Registry } from '../registry.ts'
import { readRegistry } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'

/**
 * Portal servers look for a new registry twice a second, download the releases of a bucket first,
 * and load bundles for 30 seconds at most.
 */
const SERVE_TIMEOUT_MS = 180_000
const CHECK_INTERVAL_MS = 500
const REQUEST_TIMEOUT_MS = 10_000

/** The settings of the commands that change what is live, as their help describes them. */
export const portalSettings = {
  PORTAL_ORIGIN: 'the portal that has to serve the change, by an API that has its calls; not checked unless set',
}

/**
 * Returns PORTAL_ORIGIN, or undefined for the first release of a store: a portal server starts only when there is a
 * release. A portal that responds is checked anyway, because it reads another store then.
 */
export async function findPortal(
  { PORTAL_ORIGIN: origin }: Record<string, string | undefined>,
  store: ReleaseStore,
): Promise<string | undefined> {
  if (!origin || (await newestNumber(store)) > 0) return origin
  try {
    await servedSequence(origin)
    return origin
  } catch (error) {
    say(`The store is empty, and ${origin} does not respond (${(error as Error).message}): this is its first release`)
    return undefined
  }
}

/**
 * Waits until the portal at PORTAL_ORIGIN serves this registry or a newer one. Returns ` at https://tips.example`, or a
 * note that no portal was checked.
 * @throws CommandError when it does not within 3 minutes: the registry is stored, and pages do not have it
 */
export async function requireServed(
  { PORTAL_ORIGIN: origin }: Record<string, string | undefined>,
  store: ReleaseStore,
  { sequence }: Pick<Registry, 'sequence'>,
  timeoutMs = SERVE_TIMEOUT_MS,
): Promise<string> {
  if (!origin) return ' in the registry; no portal was checked'
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const served = await servedSequence(origin).catch((error: Error) => error.message)
    if (served === sequence) return ` at ${origin}`
    if (typeof served === 'number' && served > sequence) {
      if ((await newestNumber(store)) >= served) return ` at ${origin}`
      throw new CommandError(
        `${origin} serves registry ${served}, and the store has ${sequence}: registries were deleted there`,
      )
    }
    if (performance.now() > deadline) throw new CommandError(describeFailure(origin, sequence, served))
    await setTimeout(CHECK_INTERVAL_MS)
  }
}

/** Returns the number of the newest valid registry: another team may have released meanwhile. */
async function newestNumber(store: ReleaseStore): Promise<number> {
  return (await readRegistry(store)).sequence
}

async function servedSequence(origin: string): Promise<number> {
  const registry = await getJson(new URL('/registry.json', origin).href, { timeoutMs: REQUEST_TIMEOUT_MS })
  const { sequence } = registry as { sequence?: unknown }
  if (typeof sequence !== 'number') throw new Error('it is not a portal')
  return sequence
}

function describeFailure(origin: string, sequence: number, served: number | string): string {
  const instead = typeof served === 'number' ? `it serves registry ${served}` : served
  return (
    `Registry ${sequence} is stored, but ${origin} does not serve it: ${instead}. ` +
    "The portal server's log has the reason (“A registry is rejected”, “The releases cannot be read”)"
  )
}
