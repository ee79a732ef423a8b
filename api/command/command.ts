import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Arguments, type Declaration, parse, UsageError, usage } from './declaration.ts'

/** An error for the user of a command: printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

type Options = NonNullable<Declaration['options']>
type Stoppable = { stop(): unknown }

/** Registers what a command, or a part of it, starts. */
export type Running = {
  /** Registers what has to be stopped at any end of the command; the last is stopped first. */
  started<T extends Stoppable>(part: T): T
}

type Work = Running & {
  /** Waits for the user to end a command that goes on until then. */
  interrupted(): Promise<void>
}

/** Ctrl+C reaches this process twice: the terminal sends it to every process, and npm forwards it once more. */
const SAME_SIGNAL_MS = 1_000

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * Reads the arguments of this process. For `--help` it prints the usage and exits with code 0;
 * for arguments that are not declared it prints the usage and exits with code 2.
 */
export function readArguments<O extends Options>(declared: Declaration<O>): Arguments<O> {
  if (!declared.outlivesReader) endWithReader()
  try {
    const read = parse(declared, process.argv.slice(2))
    if (read) return read
    process.stdout.write(usage(declared))
    return process.exit(0)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n\n${usage(declared)}`)
    return process.exit(2)
  }
}

/**
 * Runs a command to its end. A failure is one line and exit code 1. Whatever was started is stopped, also when the
 * work throws or the process receives a signal to end (exit code 128 and the number of the signal).
 */
export async function runCommand<O extends Options>(
  declared: Declaration<O>,
  work: (read: Arguments<O>, running: Work) => Promise<void>,
): Promise<void> {
  const read = readArguments(declared)
  const parts: Stoppable[] = []
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await part.stop()
  }
  const signal = onSignal(stop)
  try {
    await work(read, {
      started: (part) => {
        parts.push(part)
        return part
      },
      interrupted: () => new Promise((resolve) => signal.waiting.push(resolve)),
    })
  } catch (error) {
    // The work fails because its parts were stopped, so the error is not reported.
    if (signal.hasCome) return
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
  await stop()
  // Servers leave timers and sockets behind.
  if (signal.waiting.length > 0) process.exit()
}

/** `waiting`: the callers of `interrupted`. If there is one, a signal is the normal end of the command. */
function onSignal(stop: () => Promise<void>): { hasCome: boolean; waiting: (() => void)[] } {
  const state = { hasCome: false, waiting: [] as (() => void)[] }
  let firstAt = 0
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }
  for (const [name, number] of Object.entries(numbers)) {
    process.on(name, async () => {
      if (state.hasCome && performance.now() - firstAt < SAME_SIGNAL_MS) return
      if (state.hasCome) process.exit(1)
      state.hasCome = true
      firstAt = performance.now()
      for (const resume of state.waiting) resume()
      if (state.waiting.length > 0) return
      await stop()
      process.exit(128 + number)
    })
  }
  return state
}

/** Ends the command when the reader of its output, such as `head`, has read enough. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    // As a signal, so that everything that was started is stopped first.
    if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM')
    else process.exit(0)
  })
}

/** Creates a folder that is removed when the command ends. */
export async function temporaryFolder({ started }: Running, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `portal-${name}-`))
  started({ stop: () => rm(folder, { recursive: true }) })
  return folder
}
