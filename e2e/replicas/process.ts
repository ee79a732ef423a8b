import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** Programs that do not run as root are given to somebody who owns nothing. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

export type Program = {
  command: string
  args: readonly string[]
  options?: SpawnOptions
  /** Asked until it is true. */
  isReady: () => Promise<boolean>
}

/** A program that a test starts, ends and starts again. */
export function programOf({ command, args, options, isReady }: Program) {
  let child: ChildProcess | undefined
  let output = ''

  async function start(): Promise<void> {
    output = ''
    const started = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    // A test that runs out of time does not come to its end.
    const endWithUs = () => started.kill('SIGKILL')
    process.once('exit', endWithUs)
    started.once('exit', () => process.off('exit', endWithUs))
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-20_000)
      })
    }
    for (; !(await isReady().catch(() => false)); await delay(50)) {
      if (hasEnded(started)) throw new Error(`${command} does not start:\n${output}`)
    }
  }

  /** Returns its exit code. */
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || hasEnded(child)) return child?.exitCode ?? null
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }

  return { start, end, said: () => output }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Runs to its end. @throws Error with what it said */
export async function runToEnd(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<void> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`)
}
