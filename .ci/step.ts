import { readFileSync, rmSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { say } from '../api/command/command.ts'
import { runForOutcome } from '../api/command/program.ts'

export const root = join(import.meta.dirname, '..')

export type Step = {
  name: string
  command: readonly [string, ...string[]]
  cwd?: string
  env?: Record<string, string>
  /** The JSON report that a runner of tests writes; a step without it counts as one test. */
  report?: string
}

/** `failedTests` are the files and titles of the report, each with the first lines of its errors below. */
type Tests = { passed: number; failed: number; failedTests: readonly string[] }

type Result = Tests & { name: string; output: string }

/**
 * Runs the lanes concurrently, and the steps of a lane one after the other, even after a failure. A lane that has ended
 * takes the next of the `last` steps. Failed steps print their output at the end, and below it what failed and why,
 * which a reader of CI sees first. The exit code is 1 when a step failed.
 */
export async function runLanes(lanes: readonly (readonly Step[])[], last: readonly Step[] = []): Promise<void> {
  const shared = [...last]
  const results = (await Promise.all(lanes.map((steps) => runInOrder(steps, shared)))).flat()
  for (const { name, failed, output } of results) if (failed > 0) say(`\n✗ ${name}\n${output.trim()}`)
  for (const { name, failed, failedTests } of results) {
    if (failed > 0) say([`\n✗ ${name}`, ...failedTests].join('\n  '))
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  say(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

async function runInOrder(steps: readonly Step[], shared: Step[]): Promise<Result[]> {
  const results: Result[] = []
  for (const step of steps) results.push(await run(step))
  for (let step = shared.shift(); step; step = shared.shift()) results.push(await run(step))
  return results
}

/** Runs the step and prints one line. */
async function run({ name, command: [tool, ...args], cwd = root, env, report }: Step): Promise<Result> {
  const start = performance.now()
  const path = [join(cwd, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const { code, output } = await runForOutcome(tool, args, {
    cwd,
    // All processes of the tests share a compile cache, as node-setup.mjs sets it for commands.
    env: { ...process.env, ...env, PATH: path, NO_COLOR: '1', NODE_COMPILE_CACHE: join(root, '.cache/node') },
  })
  const tests = report ? readReport(report) : { passed: code === 0 ? 1 : 0, failed: 0, failedTests: [] }
  // A step may fail apart from its tests: it does not start, no test runs, or an error is thrown outside of any test.
  const failsApart = tests.failed === 0 && (code !== 0 || tests.passed === 0)
  const result = { ...tests, name, output, failed: failsApart ? 1 : tests.failed }

  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const counts = report ? `, ${result.passed} passed, ${result.failed} failed` : ''
  say(`${result.failed === 0 ? '✓' : '✗'} ${name} (${seconds} s${counts})`)
  return result
}

type VitestReport = {
  numPassedTests: number
  testResults: readonly {
    name: string
    status: string
    assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[]
  }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: readonly PlaywrightSuite[]
}
type PlaywrightSuite = {
  file: string
  specs: readonly { title: string; tests: readonly PlaywrightTest[] }[]
  suites?: readonly PlaywrightSuite[]
}

type PlaywrightTest = {
  status: string
  projectName: string
  results: readonly { errors: readonly { message?: string }[] }[]
}

/** Returns no tests for a runner that ended before it wrote a report. */
function readReport(file: string): Tests {
  try {
    const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
    rmSync(file)
    return 'stats' in report ? readPlaywright(report) : readVitest(report)
  } catch {
    return { passed: 0, failed: 0, failedTests: [] }
  }
}

function readVitest({ numPassedTests, testResults }: VitestReport): Tests {
  const failedTests = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that is not loaded, or whose hook fails, has no failed test.
    if (status === 'failed' && failed.length === 0) return [file]
    return failed.map(({ fullName, failureMessages }) => describe(`${file} ${fullName}`, failureMessages))
  })
  return { passed: numPassedTests, failed: failedTests.length, failedTests }
}

function readPlaywright({ stats: { expected, unexpected, flaky }, suites }: PlaywrightReport): Tests {
  return { passed: expected, failed: unexpected + flaky, failedTests: suites.flatMap(listFailed) }
}

function listFailed({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const errors = results.flatMap((result) => result.errors.map(({ message = '' }) => message))
        return describe(`${file} ${title} (${projectName})`, errors)
      }),
  )
  return [...failed, ...suites.flatMap(listFailed)]
}

/** Up to 12 lines of each error are enough to name its assertion and the two values. */
function describe(test: string, errors: readonly string[]): string {
  const lines = errors.flatMap((error) => {
    const text = stripVTControlCharacters(error).split('\n')
    return text.filter((line) => line.trim() !== '').slice(0, 12)
  })
  return [test, ...lines.map((line) => `  ${line}`)].join('\n  ')
}
