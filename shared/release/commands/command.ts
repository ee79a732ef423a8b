import { remoteNames } from '../../build/paths.ts'

/** What whoever typed the command did wrong or has to know: said without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** `mfe-tips`, or `shell`: what has a build of its own in this working copy. @throws CommandError */
export function packageName(name: string | undefined): string {
  if (name && ['shell', ...remoteNames].includes(name)) return name
  throw new CommandError(`Say which remote, as in \`pnpm release mfe-tips\`${name ? `: there is no ${name} here` : ''}`)
}

/** Several of them, each once. @throws CommandError */
export function packageNames([first, ...others]: readonly string[]): string[] {
  return [...new Set([packageName(first), ...others.map(packageName)])]
}

/** Runs a command to its end; a failure is one line and exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  try {
    await work()
    say(`Done in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
