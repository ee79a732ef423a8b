import type { ReleaseLogEntry, ReleaseStep } from '@portal/contracts/release'
import { entryPointers, type Names, type Registry, type ReleasePointer } from '../registry.ts'

/**
 * Returns the changes of each registry, newest first. Leaves out registries that changed nothing or have no previous
 * one.
 */
export function releaseLog(registries: readonly Registry[]): ReleaseLogEntry[] {
  return registries.flatMap(({ sequence, at, by = null, names }, index) => {
    const before = registries[index + 1]
    const steps = before ? stepsBetween(before.names, names) : sequence === 1 ? stepsBetween({}, names) : []
    return steps.length > 0 ? [{ sequence, at, by, steps }] : []
  })
}

function stepsBetween(before: Names, after: Names): ReleaseStep[] {
  return Object.entries(after).flatMap(([name, { current, canary }]) => {
    const { current: last, canary: lastCanary, history = [] } = before[name] ?? {}
    const isBack = history.some(({ version }) => version === current.version)
    // After a rollback the history no longer has the withdrawn release. Otherwise an older release was released again.
    const isWithdrawn = isBack && !after[name]?.history.some(({ version }) => version === last?.version)
    const steps: ReleaseStep[] = []
    if (current.version !== last?.version) {
      const kind = isWithdrawn ? 'rolled_back' : 'released'
      steps.push({ name, kind, version: current.version, percent: null })
    }
    if (canary && (canary.version !== lastCanary?.version || canary.percent !== lastCanary.percent)) {
      steps.push({ name, kind: 'canary_started', version: canary.version, percent: canary.percent })
    }
    // A canary that became current has not ended.
    if (lastCanary && !canary && lastCanary.version !== current.version) {
      steps.push({ name, kind: 'canary_ended', version: lastCanary.version, percent: null })
    }
    return steps
  })
}

/** Returns the registry that put the current release of a name live, or undefined when it is no longer stored. */
export function liveSince(registries: readonly Registry[], name: string): Registry | undefined {
  const [live] = registries
  const version = live?.names[name]?.current.version
  const isOther = (registry: Registry) => registry.names[name]?.current.version !== version
  const end = registries.findIndex(isOther)
  if (end > 0) return registries[end - 1]
  const oldest = registries.at(-1)
  return end === -1 && oldest?.sequence === 1 ? oldest : undefined
}

/** Returns the releases of a name that these registries have and the live one does not, newest first. */
export function withdrawnReleases(registries: readonly Registry[], name: string): ReleasePointer[] {
  const found = new Map<string, ReleasePointer>()
  for (const { names } of registries) {
    const entry = names[name]
    for (const pointer of entry ? entryPointers(entry) : []) {
      if (!found.has(pointer.version)) found.set(pointer.version, pointer)
    }
  }
  const entry = registries[0]?.names[name]
  for (const { version } of entry ? entryPointers(entry) : []) found.delete(version)
  return [...found.values()].sort((one, other) => other.at.localeCompare(one.at))
}
