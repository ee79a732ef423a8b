import { librariesBehindModules, providedLibraries } from '@portal/shared/provided'
import { major, satisfies } from 'semver'
import { federation, formatRelease, type RemoteRelease, type ShellRelease } from '../../bundler/release.ts'

/**
 * Returns why the remote cannot run inside the shell, one line for each reason. The check before a release, rollbacks
 * and the portal server use it.
 */
export function incompatibilities(shell: ShellRelease, remote: RemoteRelease): string[] {
  const missing = missingNames(shell, remote).map(
    (lacking) => `${formatRelease(remote)} uses what ${formatRelease(shell)} does not provide: ${lacking}`,
  )
  const unchecked = remote.uncheckedShells?.includes(shell.version)
    ? [`${formatRelease(remote)} was released without a check against the types of ${formatRelease(shell)}`]
    : []
  return [...missing, ...incompatibleVersions(shell, remote), ...unsupportedSdk(shell, remote), ...unchecked]
}

/** Returns what a remote imports and the shell does not export: `Dialog of @portal/shared/ui/sheet`. */
export function missingNames(shell: ShellRelease, remote: RemoteRelease): string[] {
  return Object.entries(remote.uses).flatMap(([key, names]) => {
    if (isWhole(key)) return []
    const exported = shell.gives[key] ?? []
    return names.filter((name) => !exported.includes(name)).map((name) => `${name} of ${key}`)
  })
}

function isWhole(key: string): boolean {
  const library: object | undefined = Object.entries(providedLibraries).find(([name]) => name === key)?.[1]
  return library !== undefined && !('names' in library)
}

/** Returns the packages of the shell that are too old for the remote, or of another major version. */
function incompatibleVersions(shell: ShellRelease, remote: RemoteRelease): string[] {
  return Object.entries(remote.shared).flatMap(([name, version]) => {
    const provided = shell.shared[name]
    // Shells before 29 November 2026 have these libraries too, and do not list them.
    if (!provided && isBehindModule(name)) return []
    const range = neededRange(name, version)
    if (provided && satisfies(provided, range)) return []
    return `${formatRelease(remote)} needs ${name} ${range}, ${formatRelease(shell)} has ${provided ?? 'none'}`
  })
}

function neededRange(name: string, version: string): string {
  // A remote runs inside the shell's runtime, whose internals change with every minor version.
  if (name === federation) return `~${version}`
  return isBehindModule(name) ? `^${major(version)}` : `^${version}`
}

function unsupportedSdk(shell: ShellRelease, remote: RemoteRelease): string[] {
  const { oldestSdk } = shell
  // All releases that name no SDK were built by this one.
  const { sdk = '1.0.0' } = remote
  if (!oldestSdk || satisfies(sdk, `>=${oldestSdk}`, { includePrerelease: true })) return []
  return [`${formatRelease(remote)} was built by SDK ${sdk}, ${formatRelease(shell)} supports ${oldestSdk} and later`]
}

function isBehindModule(name: string): boolean {
  const names: readonly string[] = librariesBehindModules
  return names.includes(name)
}
