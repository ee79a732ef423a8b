import type { BuiltRelease } from '../../build/built-release.ts'
import { missingNames } from '../../build/shared-names.ts'
import type { RegistryFile } from '../registry-file.ts'
import type { ReleaseFile, RemoteReleaseFile, ShellReleaseFile } from '../release.ts'
import type { Releases } from '../releases.ts'
import { brokenBudget } from './budget.ts'
import { nameOf, readLive } from './live-releases.ts'
import { brokenRoutes, lostAddresses } from './routes.ts'
import { brokenTypes } from './type-check.ts'
import { unfitVersions } from './versions.ts'

/**
 * Why a release must not go live beside the others that are: one line each, with what and where. None: it may.
 * A remote must fit every shell that a page may have, a shell every remote.
 */
export async function checkRelease(
  { name, file }: BuiltRelease,
  names: RegistryFile['names'],
  releases: Releases,
): Promise<string[]> {
  const live = await readLive(releases, names, name)
  if (isShell(file)) {
    const ofRemote = (remote: RemoteReleaseFile) => [
      ...misfit(file, remote),
      ...brokenRoutes(remote, { shells: [file], remotes: [] }),
    ]
    return [...live.remotes.flatMap(ofRemote), ...lostAddresses(file, live)]
  }
  if (live.shells.length === 0) return ['No shell is released: `pnpm release shell` comes first']
  const problems = [
    ...live.shells.flatMap((shell) => misfit(shell, file)),
    ...brokenRoutes(file, live),
    ...lostAddresses(file, live),
    ...brokenBudget(file),
  ]
  // Takes seconds, and is for a release that is right otherwise.
  return problems.length > 0 ? problems : brokenTypes(name, live.shells, releases)
}

function misfit(shell: ShellReleaseFile, remote: RemoteReleaseFile): string[] {
  const missing = missingNames(shell, remote).map(
    (lacking) => `${nameOf(remote)} uses what ${nameOf(shell)} does not provide: ${lacking}`,
  )
  return [...missing, ...unfitVersions(shell, remote)]
}

function isShell(file: ReleaseFile): file is ShellReleaseFile {
  return 'provides' in file
}
