import type { ReleaseHealth } from '@portal/contracts/telemetry'
import { canaryEnded } from '../registry.ts'
import { changeRegistry, readRegistry } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { describeStarts, isWorse } from './canary-health.ts'

/** Returns what pages have reported lately, by `GET /telemetry/releases`. */
export type ReadHealth = () => Promise<readonly ReleaseHealth[]>

/**
 * Ends every canary that is worse than its current release. Several processes may do it at the same time. Returns a
 * line for each canary that this process ended, with the reason.
 */
export async function endBadCanaries(store: ReleaseStore, readHealth: ReadHealth): Promise<string[]> {
  const { names } = await readRegistry(store)
  const canaries = Object.entries(names).flatMap(([name, { current, canary }]) =>
    canary ? [{ name, canary: canary.version, current: current.version }] : [],
  )
  // Usually there is no canary, so no request is sent.
  if (canaries.length === 0) return []
  const all = await readHealth()
  const findHealth = (name: string, version: string) =>
    all.find((health) => health.remote === name && health.version === version)
  const ended: string[] = []
  for (const { name, canary, current } of canaries) {
    const [ofCanary, ofCurrent] = [findHealth(name, canary), findHealth(name, current)]
    if (!isWorse(ofCanary, ofCurrent)) continue
    const reason = `${name} ${canary} is withdrawn: ${describeStarts(ofCanary)}; the current release: ${describeStarts(ofCurrent)}`
    if (await endCanary(store, name, canary, reason)) ended.push(reason)
  }
  return ended
}

/** Returns false when it had ended already. */
async function endCanary(store: ReleaseStore, name: string, version: string, reason: string): Promise<boolean> {
  let isThere = false
  await changeRegistry(store, reason, (names) => {
    // By now another one may be there, or another process was faster.
    isThere = names[name]?.canary?.version === version
    return isThere ? canaryEnded(names, name) : names
  })
  return isThere
}
