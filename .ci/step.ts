import { delimiter, join } from 'node:path'
import { say } from '../api/command/command.ts'
import { outcomeOf } from '../api/command/program.ts'

export const root = join(import.meta.dirname, '..')

export type Count = { passed: number; failures: readonly Failure[] }

/** A failed test with its errors, or a step that failed apart from its tests with its output. */
export type Failure = { title: string; text: string }

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

/** Runs the step, and prints one line, and the titles of what failed. Never throws. */
export async function run(step: Step): Promise<Count> {
  const start = performance.now()
  const { code, output } = await finish(step)
  const withoutTests: Count = { passed: step.count || code !== 0 ? 0 : 1, failures: [] }
  const { passed, failures: tests } = (await step.count?.().catch(() => undefined)) ?? withoutTests
  // A step may fail apart from its tests: it does not start, no test runs, or an error is thrown outside of any test.
  const failsApart = tests.length === 0 && (code !== 0 || passed === 0)
  const failures = failsApart ? [{ title: step.name, text: output }] : tests

  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const counts = step.count ? `, ${passed} passed, ${failures.length} failed` : ''
  say(`${failures.length === 0 ? '✓' : '✗'} ${step.name} (${seconds} s${counts})`)
  const details = step.details ? await step.details().catch(() => []) : []
  for (const line of [...details, ...tests.map(({ title }) => `✗ ${title}`)]) say(`    ${line}`)
  return { passed, failures }
}

function finish({ command: [tool, ...args], cwd = root, env }: Step) {
  const path = [join(cwd, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return outcomeOf(tool, args, {
    cwd,
    // All processes of the tests share a compile cache, as node-setup.mjs sets it for commands.
    env: { ...process.env, ...env, PATH: path, NO_COLOR: '1', NODE_COMPILE_CACHE: join(root, '.cache/node') },
  })
}
