import { CommandError } from '@portal/command/command'
import { remoteNames } from '../../bundler/paths.ts'

/** Returns the name when it is `shell` or a remote of this working copy. @throws CommandError otherwise */
export function packageName(name: string | undefined): string {
  if (name && ['shell', ...remoteNames].includes(name)) return name
  throw new CommandError(
    `Say which remote, as in \`npm run release -- mfe-tips\`${name ? `: there is no ${name} here` : ''}`,
  )
}

/** Returns each of several names once. @throws CommandError when one is no package */
export function packageNames([first, ...others]: readonly string[]): string[] {
  return [...new Set([packageName(first), ...others.map(packageName)])]
}
