import { satisfies } from 'semver'
import { federation } from '../../build/shared-modules.ts'
import type { RemoteReleaseFile, ShellReleaseFile } from '../release.ts'
import { nameOf } from './live-releases.ts'

/** Packages of the shell that are too old for the remote, or of another major version. */
export function unfitVersions(shell: ShellReleaseFile, remote: RemoteReleaseFile): string[] {
  return Object.entries(remote.shared).flatMap(([name, version]) => {
    const given = shell.shared[name]
    // A remote runs inside the shell's runtime, whose insides change with every minor version.
    const range = name === federation ? `~${version}` : `^${version}`
    if (given && satisfies(given, range)) return []
    return `${nameOf(remote)} needs ${name} ${range}, ${nameOf(shell)} has ${given ?? 'none'}`
  })
}
