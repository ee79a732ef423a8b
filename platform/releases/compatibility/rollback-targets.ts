import type { Release, ShellRelease } from '../../bundler/release.ts'
import { readLive } from '../live.ts'
import type { Registry } from '../registry.ts'
import { readRelease } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { findConflicts } from './problem.ts'
import { lostAddresses } from './routes.ts'
import { lostSlots } from './slots.ts'

/**
 * Returns what may be in a page beside joining releases, now or after a rollback of one name: of each other name the current
 * release, the canary, and the release before.
 */
export async function readRollbackTargets(
  store: ReleaseStore,
  names: Registry['names'],
  joining: readonly Release[],
): Promise<Release[]> {
  const { shell, remotes } = await readLive(names, (name, pointer) => readRelease(store, name, pointer))
  const [pointer] = names.shell?.history ?? []
  const shellBefore = pointer && (await readRelease<ShellRelease>(store, 'shell', pointer))
  const current = [shell, ...remotes.map((remote) => remote.current)].filter(isThere)
  const canaries = remotes.map(({ canary }) => canary?.release).filter(isThere)
  const before = [shellBefore, ...remotes.map(({ previous }) => previous)].filter(isThere)
  const others = [...current, ...canaries, ...before.filter((file) => canBeRestored(file, current))]
  return others.filter(({ name }) => joining.every((file) => file.name !== name))
}

/** Returns whether a release is compatible with the current ones. One from before a set is not: a set is rolled back together. */
function canBeRestored(file: Release, current: readonly Release[]): boolean {
  const others = current.filter(({ name }) => name !== file.name)
  return others.every(
    (other) => [...findConflicts(file, other), ...lostAddresses(other, file), ...lostSlots(other, file)].length === 0,
  )
}

function isThere<T>(file: T | undefined): file is T {
  return file !== undefined
}
