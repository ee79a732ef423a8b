import { CommandError } from '@portal/command/command'
import { remoteNames, sdkModules } from '../../bundler/paths.ts'

/** @throws CommandError unless the name is a remote of this working copy, or `shell` in the repository of the shell */
export function requirePackage(name: string): void {
  const names = sdkModules ? remoteNames : ['shell', ...remoteNames]
  if (names.includes(name)) return
  const found = names.length > 0 ? `say one of ${names.join(', ')}` : 'run this where the folders of your remotes are'
  throw new CommandError(name ? `There is no ${name} here: ${found}` : `Say which remote: ${names.join(', ')}`)
}
