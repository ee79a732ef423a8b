import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Failure, root, type Step } from './step.ts'

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** `reports` is the folder for its report. */
export function vitest(name: string, project: string, reports: string): Step {
  const report = join(reports, `${name}.json`)
  return {
    name,
    command: ['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile=${report}`],
    async count() {
      const { numPassedTests, testResults }: VitestReport = JSON.parse(await readFile(report, 'utf8'))
      const failures = testResults.flatMap(({ name: path, status, message, assertionResults }) => {
        const file = relative(root, path)
        // A file that fails to load has no tests, so it counts itself.
        if (status === 'failed' && assertionResults.length === 0) return [{ title: file, text: message }]
        return assertionResults
          .filter((test) => test.status === 'failed')
          .map(({ fullName, failureMessages }) => failureOf(`${file} › ${fullName}`, failureMessages))
      })
      return { passed: numPassedTests, failures }
    },
  }
}

export function playwright(name: string, reports: string, ...args: readonly string[]): Step {
  const report = join(reports, `${name}.json`)
  return {
    name,
    command: ['playwright', 'test', '--reporter', 'dot,json', ...args],
    cwd: join(root, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    async count() {
      const tests = testsOf(JSON.parse(await readFile(report, 'utf8')))
      const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
      const failures = failed.map(async ({ projectName, spec, results }) => {
        const errors = results.flatMap((result) => result.errors.map(({ message = '' }) => message))
        const shown = await Promise.all(results.map(whatWasShown))
        return failureOf(`${spec.file}:${spec.line} › ${spec.title} (${projectName})`, [...errors, ...shown])
      })
      return {
        passed: tests.filter(({ status }) => status === 'expected').length,
        failures: await Promise.all(failures),
      }
    },
  }
}

/** Characters of a page, of which there may be a list of hundreds. */
const MAX_SHOWN = 3000

/** Returns what the page showed to a screen reader when the test failed; nothing for a test without a page. */
async function whatWasShown({ attachments }: PlaywrightResult): Promise<string> {
  const context = attachments.find(({ name }) => name === 'error-context')?.path
  const text = context ? await readFile(context, 'utf8').catch(() => '') : ''
  const page = /^# Page snapshot\s+```yaml\n([\s\S]*?)\n```$/m.exec(text)?.[1]
  return page ? `\nThe page:\n${page.slice(0, MAX_SHOWN)}` : ''
}

function failureOf(title: string, messages: readonly string[]): Failure {
  return { title, text: stripVTControlCharacters(messages.join('\n')) }
}

type PlaywrightSuite = { specs: (PlaywrightSpec & { tests: PlaywrightTest[] })[]; suites?: PlaywrightSuite[] }
type PlaywrightSpec = { title: string; file: string; line: number }
type PlaywrightTest = {
  projectName: string
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  annotations: { type: string; description?: string }[]
  results: PlaywrightResult[]
}
type PlaywrightResult = { errors: { message?: string }[]; attachments: { name: string; path?: string }[] }

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

function testsOf({ specs = [], suites = [] }: Partial<PlaywrightSuite>): (PlaywrightTest & { spec: PlaywrightSpec })[] {
  return [
    ...specs.flatMap(({ tests, ...spec }) => tests.map((test) => ({ ...test, spec }))),
    ...suites.flatMap(testsOf),
  ]
}
