import { providedLibraries } from '@portal/shared/provided'
import { satisfies } from 'semver'
import { federation, nameOf, type RemoteRelease, type ShellRelease } from '../../bundler/release.ts'

/**
 * Why the remote cannot run inside the shell, one line each. It is the same question for the gate, for a rollback, and for
 * the portal server that names releases to a page.
 */
export function incompatibilities(shell: ShellRelease, remote: RemoteRelease): string[] {
  const missing = missingNames(shell, remote).map(
    (lacking) => `${nameOf(remote)} uses what ${nameOf(shell)} does not provide: ${lacking}`,
  )
  const unchecked = remote.uncheckedShells?.includes(shell.version)
    ? [`${nameOf(remote)} was released without a check against the types of ${nameOf(shell)}`]
    : []
  return [...missing, ...unfitVersions(shell, remote), ...unchecked]
}

/** `Dialog of @portal/shared/ui/sheet`: what a remote uses and the shell does not give. */
export function missingNames(shell: ShellRelease, remote: RemoteRelease): string[] {
  return Object.entries(remote.uses).flatMap(([key, names]) => {
    if (isWhole(key)) return []
    const given = shell.gives[key] ?? []
    return names.filter((name) => !given.includes(name)).map((name) => `${name} of ${key}`)
  })
}

function isWhole(key: string): boolean {
  const library: object | undefined = Object.entries(providedLibraries).find(([name]) => name === key)?.[1]
  return library !== undefined && !('names' in library)
}

/** Packages of the shell that are too old for the remote, or of another major version. */
function unfitVersions(shell: ShellRelease, remote: RemoteRelease): string[] {
  return Object.entries(remote.shared).flatMap(([name, version]) => {
    const given = shell.shared[name]
    // A remote runs inside the shell's runtime, whose insides change with every minor version.
    const range = name === federation ? `~${version}` : `^${version}`
    if (given && satisfies(given, range)) return []
    return `${nameOf(remote)} needs ${name} ${range}, ${nameOf(shell)} has ${given ?? 'none'}`
  })
}
