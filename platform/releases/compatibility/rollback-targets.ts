import type { ReleaseFile, ShellReleaseFile } from '../../bundler/release.ts'
import { readLive } from '../live.ts'
import type { RegistryFile } from '../registry.ts'
import { type Releases, readRelease } from '../releases.ts'
import { clashes } from './problem.ts'
import { lostAddresses } from './routes.ts'

/**
 * What may be in a page beside releases that join, now or after a rollback of one name: of each other name the current
 * release, the canary, and the release before.
 */
export async function readStaying(
  releases: Releases,
  names: RegistryFile['names'],
  joining: readonly ReleaseFile[],
): Promise<ReleaseFile[]> {
  const { shell, remotes } = await readLive(names, (name, pointer) => readRelease(releases, name, pointer))
  const [pointer] = names.shell?.history ?? []
  const shellBefore = pointer && (await readRelease<ShellReleaseFile>(releases, 'shell', pointer))
  const current = [shell, ...remotes.map((remote) => remote.current)].filter(isThere)
  const canaries = remotes.map(({ canary }) => canary?.release).filter(isThere)
  const before = [shellBefore, ...remotes.map(({ previous }) => previous)].filter(isThere)
  const staying = [...current, ...canaries, ...before.filter((file) => mayComeBack(file, current))]
  return staying.filter(({ name }) => joining.every((file) => file.name !== name))
}

/** All that it needs is there. After a set it is not: what went together comes back together. */
function mayComeBack(file: ReleaseFile, current: readonly ReleaseFile[]): boolean {
  const others = current.filter(({ name }) => name !== file.name)
  return others.every((other) => [...clashes(file, other), ...lostAddresses(other, file)].length === 0)
}

function isThere<T>(file: T | undefined): file is T {
  return file !== undefined
}
