import type { Release, ShellRelease } from '../../bundler/release.ts'
import { type LostRelease, readLive } from '../live.ts'
import type { Registry } from '../registry.ts'
import { readRelease } from '../releases.ts'
import { unlessDamaged } from '../stores/release-content.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { findConflicts } from './problem.ts'
import { lostAddresses } from './routes.ts'
import { lostSlots } from './slots.ts'

/**
 * Returns the releases that may be in a page with joining releases, now or after a rollback of one name: for each other
 * name the current release, the canary and the previous release. `lost` has the releases that cannot be read.
 */
export async function readRollbackTargets(
  store: ReleaseStore,
  names: Registry['names'],
  joining: readonly Release[],
): Promise<{ targets: Release[]; lost: LostRelease[] }> {
  const { shell, remotes, lost } = await readLive(names, (name, pointer) => readRelease(store, name, pointer))
  const [pointer] = names.shell?.history ?? []
  const shellBefore =
    pointer &&
    (await unlessDamaged(readRelease<ShellRelease>(store, 'shell', pointer), ({ message: text }) =>
      lost.push({ name: 'shell', version: pointer.version, text }),
    ))
  const current = [shell, ...remotes.map((remote) => remote.current)].filter(isThere)
  const canaries = remotes.map(({ canary }) => canary?.release).filter(isThere)
  const before = [shellBefore, ...remotes.map(({ previous }) => previous)].filter(isThere)
  const others = [...current, ...canaries, ...before.filter((file) => canBeRestored(file, current))]
  const isOther = ({ name }: { name: string }) => joining.every((file) => file.name !== name)
  return { targets: others.filter(isOther), lost: lost.filter(isOther) }
}

/**
 * Returns whether a release is compatible with the current ones. A release from before a set is not, because a set is
 * rolled back together.
 */
function canBeRestored(file: Release, current: readonly Release[]): boolean {
  const others = current.filter(({ name }) => name !== file.name)
  return others.every(
    (other) => [...findConflicts(file, other), ...lostAddresses(other, file), ...lostSlots(other, file)].length === 0,
  )
}

function isThere<T>(file: T | undefined): file is T {
  return file !== undefined
}
