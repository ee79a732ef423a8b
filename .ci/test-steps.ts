import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, type Step } from './step.ts'

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** `reports`: the folder of its report. */
export function vitest(name: string, project: string, reports: string): Step {
  const report = join(reports, `${name}.json`)
  return {
    name,
    command: ['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile=${report}`],
    async count() {
      const { numPassedTests, numFailedTests, testResults }: VitestReport = JSON.parse(await readFile(report, 'utf8'))
      // A file that cannot be read has no tests that could fail.
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
