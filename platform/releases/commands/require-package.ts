import { CommandError } from '@portal/command/command'
import { remoteNames, sdkModules } from '../../bundler/paths.ts'

/** @throws CommandError unless the name is `shell`, which is in its own repository alone, or a remote of this working copy */
export function requirePackage(name: string): void {
  if ((name === 'shell' && !sdkModules) || remoteNames.includes(name)) return
  throw new CommandError(`Say which remote, as in \`npm run release -- mfe-tips\`: there is no ${name} here`)
}
