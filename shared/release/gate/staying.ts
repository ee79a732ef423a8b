import { fits } from '../fit.ts'
import { type LiveRemote, readLive } from '../live.ts'
import type { RegistryFile } from '../registry-file.ts'
import type { ReleaseFile, RemoteReleaseFile, ShellReleaseFile } from '../release.ts'
import { type Releases, readRelease } from '../releases.ts'

/**
 * What may be in a page beside releases that join: of each other remote all that pages are given, and, unless a shell
 * joins, the current shell and the one that a rollback of it alone returns to.
 */
export async function readStaying(
  releases: Releases,
  names: RegistryFile['names'],
  joining: readonly ReleaseFile[],
): Promise<ReleaseFile[]> {
  const { shell, remotes } = await readLive(names, (name, pointer) => readRelease(releases, name, pointer))
  const joins = (name: string) => joining.some((file) => file.name === name)
  const others = remotes.filter(({ name }) => !joins(name)).flatMap(ofRemote)
  if (!shell || joins('shell')) return others
  return [shell, ...(await shellBefore(releases, names, remotes)), ...others]
}

function ofRemote({ current, previous, canary }: LiveRemote): RemoteReleaseFile[] {
  return [current, previous, canary?.release].filter((release) => release !== undefined)
}

/** As long as each remote fits it: after a set that took the shell along, remotes go back with it and need not. */
async function shellBefore(
  releases: Releases,
  { shell }: RegistryFile['names'],
  remotes: readonly LiveRemote[],
): Promise<ShellReleaseFile[]> {
  const pointer = shell?.history[0]
  if (!pointer) return []
  const before = await readRelease<ShellReleaseFile>(releases, 'shell', pointer)
  return remotes.every(({ current }) => fits(before, current)) ? [before] : []
}
