import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a program that ends with this process at the latest. */
export function start(path: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(path, args, options)
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/** Returns the first group of the pattern in what the program writes. @throws Error with its output when it ends before that */
export function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of child.stdio) {
      if (!stream || !('setEncoding' in stream)) continue
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = pattern.exec(output)?.[1]
        if (found) resolve(found)
      })
    }
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}:\n${output}`)))
  })
}
