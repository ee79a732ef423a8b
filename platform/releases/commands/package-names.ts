import { CommandError } from '@portal/command/command'
import { remoteNames } from '../../bundler/paths.ts'

/** `mfe-tips`, or `shell`: what has a build of its own in this working copy. @throws CommandError */
export function packageName(name: string | undefined): string {
  if (name && ['shell', ...remoteNames].includes(name)) return name
  throw new CommandError(
    `Say which remote, as in \`npm run release -- mfe-tips\`${name ? `: there is no ${name} here` : ''}`,
  )
}

/** Several of them, each once. @throws CommandError */
export function packageNames([first, ...others]: readonly string[]): string[] {
  return [...new Set([packageName(first), ...others.map(packageName)])]
}
