import type { ReleaseHealth } from '@portal/contracts/telemetry'
import { canaryEnded } from '../registry.ts'
import { changeRegistry, type Releases, readRegistry } from '../releases.ts'
import { doesWorse, howItStarts } from './canary-health.ts'

/** What pages said lately, by `GET /telemetry/releases`. */
export type ReadHealth = () => Promise<readonly ReleaseHealth[]>

/**
 * Takes away every canary that does worse than its current release. Several processes may do it at once. Returns what this
 * one did and why, a line each.
 */
export async function endBadCanaries(releases: Releases, readHealth: ReadHealth): Promise<string[]> {
  const { names } = await readRegistry(releases)
  const canaries = Object.entries(names).flatMap(([name, { current, canary }]) =>
    canary ? [{ name, canary: canary.version, current: current.version }] : [],
  )
  // Most of the time there is none, and nothing is asked.
  if (canaries.length === 0) return []
  const all = await readHealth()
  const healthOf = (name: string, version: string) =>
    all.find((health) => health.remote === name && health.version === version)
  const done: string[] = []
  for (const { name, canary, current } of canaries) {
    const [its, others] = [healthOf(name, canary), healthOf(name, current)]
    if (!doesWorse(its, others)) continue
    const reason = `${name} ${canary} is taken away: ${howItStarts(its)}; the current release: ${howItStarts(others)}`
    if (await endCanary(releases, name, canary, reason)) done.push(reason)
  }
  return done
}

/** False: it was gone already. */
async function endCanary(releases: Releases, name: string, version: string, reason: string): Promise<boolean> {
  let isThere = false
  await changeRegistry(releases, reason, (names) => {
    // By now another one may be there, or another process was faster.
    isThere = names[name]?.canary?.version === version
    return isThere ? canaryEnded(names, name) : names
  })
  return isThere
}
