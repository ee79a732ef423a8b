import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { EmbeddedError } from './binaries.ts'
import type { Unprivileged } from './unprivileged.ts'

/** Starts one of PostgreSQL's programs; `logFile` has its output since the start of this run. */
export async function launch(
  user: Unprivileged,
  command: string,
  args: readonly string[],
  logFile: string,
): Promise<ChildProcess> {
  const wrapped = user.wrap(command, args)
  const log = await open(logFile, 'w')
  try {
    // In its own session, so that Ctrl+C in the terminal reaches only the portal, which stops PostgreSQL last.
    const child = spawn(wrapped.command, wrapped.args, {
      ...wrapped.identity,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { ...process.env, LC_ALL: 'C' },
    })
    await once(child, 'spawn')
    endWithThisProcess(child)
    return child
  } catch (cause) {
    throw new EmbeddedError(`PostgreSQL cannot start: ${cause instanceof Error ? cause.message : cause}`, { cause })
  } finally {
    await log.close()
  }
}

/** Stops the child if this process ends without stopping it, for example by an uncaught error. */
function endWithThisProcess(child: ChildProcess): void {
  const end = () => child.kill('SIGINT')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

export async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit')
}

/** Returns the line of a log that contains the error. */
export async function lastError(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n')
  const errorLine = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1)
  return errorLine?.replace(/^.*?(FATAL|PANIC|error):\s*/, '') || 'its log is empty'
}
