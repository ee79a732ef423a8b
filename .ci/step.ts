import { delimiter, join } from 'node:path'
import { say } from '../api/command/command.ts'
import { outcomeOf } from '../api/command/program.ts'

export const root = join(import.meta.dirname, '..')

export type Count = { passed: number; failed: number }

export type Step = {
  name: string
  command: readonly [string, ...string[]]
  cwd?: string
  env?: Record<string, string>
  /** Returns how many tests ran; a step without it counts as one. */
  count?: () => Promise<Count>
  /** Returns lines that are printed below its result in any case. */
  details?: () => Promise<readonly string[]>
}

/** Runs the step and prints one line, followed by its whole output when it fails. Never throws. */
export async function run(step: Step): Promise<Count> {
  const start = performance.now()
  const { code, output } = await finish(step)
  const counted = step.count ? await step.count().catch(() => ({ passed: 0, failed: 0 })) : { passed: 1, failed: 0 }
  // A step may fail apart from its tests: it does not start, or an error is thrown outside of any test.
  const count = code === 0 || counted.failed > 0 ? counted : { passed: step.count ? counted.passed : 0, failed: 1 }
  // A step in which no test ran has failed.
  if (code === 0 && count.passed === 0) count.failed += 1

  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const tests = step.count ? `, ${count.passed} passed, ${count.failed} failed` : ''
  say(`${count.failed === 0 ? '✓' : '✗'} ${step.name} (${seconds} s${tests})`)
  const details = step.details ? await step.details().catch(() => []) : []
  for (const line of details) say(`    ${line}`)
  if (count.failed > 0) say(`${output.trimEnd()}\n`)
  return count
}

function finish({ command: [tool, ...args], cwd = root, env }: Step) {
  const path = [join(cwd, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return outcomeOf(tool, args, {
    cwd,
    // All processes of the tests share a compile cache, as node-setup.mjs sets it for commands.
    env: { ...process.env, ...env, PATH: path, NO_COLOR: '1', NODE_COMPILE_CACHE: join(root, '.cache/node') },
  })
}
