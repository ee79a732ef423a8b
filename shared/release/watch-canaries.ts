import type { ReleaseHealth } from '../contracts/telemetry.ts'
import { doesWorse } from './canary-health.ts'
import { canaryEnded } from './registry-file.ts'
import { changeRegistry, type Releases, readRegistry } from './releases.ts'

/** What pages said lately, by `GET /telemetry/releases`. */
export type ReadHealth = () => Promise<readonly ReleaseHealth[]>

/** Takes away every canary that does worse than its current release. Returns their names. */
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
  const bad = canaries.filter(({ name, canary, current }) => doesWorse(healthOf(name, canary), healthOf(name, current)))
  for (const { name, canary } of bad) {
    await changeRegistry(releases, `${name} ${canary} does worse than the current release`, (before) =>
      // By now another one may be there.
      before[name]?.canary?.version === canary ? canaryEnded(before, name) : before,
    )
  }
  return bad.map(({ name }) => name)
}
