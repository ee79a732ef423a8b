import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export type Count = { passed: number; failed: number }

export type Step = {
  name: string
  command: readonly [string, ...string[]]
  cwd?: string
  env?: Record<string, string>
  /** How many tests ran; without it the step counts as one. */
  count?: () => Promise<Count>
  /** Lines that are printed below its own, however it ended. */
  details?: () => Promise<readonly string[]>
}

type Finished = { code: number | null; output: string }

/** Runs it and says how it went: one line when all is well, else all that it said. Never throws. */
export async function run(step: Step): Promise<Count> {
  const start = performance.now()
  const { code, output } = await finish(step)
  const counted = step.count ? await step.count().catch(() => ({ passed: 0, failed: 0 })) : { passed: 1, failed: 0 }
  // A step may fail beside its tests: it does not start, or an error comes outside of any test.
  const count = code === 0 || counted.failed > 0 ? counted : { passed: step.count ? counted.passed : 0, failed: 1 }
  // Tests that did not run have proved nothing.
  if (code === 0 && count.passed === 0) count.failed += 1

  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const tests = step.count ? `, ${count.passed} passed, ${count.failed} failed` : ''
  process.stdout.write(`${count.failed === 0 ? '✓' : '✗'} ${step.name} (${seconds} s${tests})\n`)
  const details = step.details ? await step.details().catch(() => []) : []
  for (const line of details) process.stdout.write(`    ${line}\n`)
  if (count.failed > 0) process.stdout.write(`${output.trimEnd()}\n\n`)
  return count
}

function finish({ command: [tool, ...args], cwd = root, env }: Step): Promise<Finished> {
  const path = [join(cwd, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(tool, args, {
    cwd,
    // Compiled code of all processes that the tests start, as node-setup.mjs has it for commands.
    env: { ...process.env, ...env, PATH: path, NO_COLOR: '1', NODE_COMPILE_CACHE: join(root, '.cache/node') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
