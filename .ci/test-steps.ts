import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, type Step } from './step.ts'

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** `reports` is the folder for its report. */
export function vitest(name: string, project: string, reports: string): Step {
  const report = join(reports, `${name}.json`)
  return {
    name,
    command: ['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile=${report}`],
    async count() {
      const { numPassedTests, numFailedTests, testResults }: VitestReport = JSON.parse(await readFile(report, 'utf8'))
      // A file that fails to load has no tests, so it counts itself.
      const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
      return { passed: numPassedTests, failed: numFailedTests + broken.length }
    },
  }
}

export function playwright(name: string, reports: string, ...args: readonly string[]): Step {
  const report = join(reports, `${name}.json`)
  return {
    name,
    command: ['playwright', 'test', '--reporter', 'line,json', ...args],
    cwd: join(root, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    async count() {
      const { stats } = JSON.parse(await readFile(report, 'utf8'))
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
    },
  }
}

type PlaywrightSuite = { specs: { tests: PlaywrightTest[] }[]; suites?: PlaywrightSuite[] }
type PlaywrightTest = {
  projectName: string
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  annotations: { type: string; description?: string }[]
}

/** Runs the journeys of e2e/engines, and prints a line for each engine: “Firefox 153.7.0: 10 of 10 journeys passed”. */
export function engines(name: string, reports: string): Step {
  return {
    ...playwright(name, reports, '--config', 'engines'),
    async details() {
      const report: Partial<PlaywrightSuite> = JSON.parse(await readFile(join(reports, `${name}.json`), 'utf8'))
      const byEngine = Map.groupBy(testsOf(report), ({ projectName }) => projectName)
      return [...byEngine].map(([project, tests]) => {
        const annotations = tests.flatMap((test) => test.annotations)
        const engine = annotations.find(({ type }) => type === 'engine')?.description ?? project
        const passed = tests.filter(({ status }) => status === 'expected').length
        return `${engine}: ${passed} of ${tests.length} journeys passed`
      })
    },
  }
}

function testsOf({ specs = [], suites = [] }: Partial<PlaywrightSuite>): PlaywrightTest[] {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)]
}
