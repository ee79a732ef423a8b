import { CommandError } from '@portal/command/command'
import { packageNames, sdkModules } from '../../bundler/paths.ts'

/** @throws CommandError unless the name is a remote of this working copy, or `shell` in the repository of the shell */
export function requirePackage(name: string): void {
  if (packageNames.includes(name)) return
  const list = packageNames.join(', ')
  const found = list ? `say one of ${list}` : 'run this where the folders of your remotes are'
  if (name === 'shell' && sdkModules)
    throw new CommandError(`The repository of the portal releases the shell: ${found}`)
  throw new CommandError(name ? `There is no ${name} here: ${found}` : `Say which remote: ${list}`)
}
