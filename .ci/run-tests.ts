import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError, say } from '../api/command/command.ts'
import { root } from './step.ts'

/** Returns the paths of all test files from the root of the repository. */
export function findTestFiles(): string[] {
  return globSync('{shell,mfe-*,shared,platform,api,e2e,.ci}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|\.types)$/.test(path),
  })
}

/**
 * Runs the files, each by its runner: one test by its `title`, or all; in one `project` of Playwright.
 * Sets the exit code.
 */
export async function runTests(
  files: readonly string[],
  { title, project }: { title?: string | undefined; project?: string | undefined } = {},
): Promise<void> {
  const matching = (pattern: RegExp) => files.filter((file) => pattern.test(file))
  const only = [...(title ? ['--grep', literally(title)] : []), ...(project ? ['--project', project] : [])]
  const playwright = (specs: string[], ...config: string[]) =>
    run('playwright', 'e2e', ['test', ...config, ...specs.map(literally), '--reporter', 'line', ...only])

  const units = matching(/\.test\./)
  const endToEnd = matching(/^e2e\/tests\//)
  const replicas = matching(/^e2e\/replicas\//)
  const engines = matching(/^e2e\/engines\//)
  if (units.length > 0) await runUnits(units, title)
  if (endToEnd.length > 0) await playwright(endToEnd)
  if (replicas.length > 0) await playwright(replicas, '--config', 'replicas')
  if (engines.length > 0) await playwright(engines, '--config', 'engines')
}

/** Vitest skips the tests of other titles, and ends without an error when no test has the title. */
async function runUnits(files: readonly string[], title: string | undefined): Promise<void> {
  if (!title) return await run('vitest', '.', ['run', ...files])
  const folder = mkdtempSync(join(tmpdir(), 'portal-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await run('vitest', '.', ['run', ...files, '-t', literally(title), ...reporters])
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(folder, { recursive: true })
  if (numPassedTests + numFailedTests === 0)
    throw new CommandError(`No test has the title ${title}. Give a part of a title as it stands in the file`)
}

/** Runs the tests that import a file which differs from `base`, as each runner finds them. Sets the exit code. */
export async function runChangedTests(base: string): Promise<void> {
  await run('vitest', '.', ['run', '--changed', base])
  await run('playwright', 'e2e', ['test', '--only-changed', base, '--reporter', 'line'])
}

/** Options of Playwright, by the names of the command line. */
type PlaywrightOptions = Record<string, string | boolean | undefined>

/**
 * Runs end-to-end tests in Chromium, with a trace of each failed test and a report in `playwright-report`. `specs` are
 * parts of paths in e2e. When empty, all tests run. Sets the exit code.
 */
export async function runEndToEnd(specs: readonly string[], options: PlaywrightOptions): Promise<void> {
  const args = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [`--${name}`] : [`--${name}`, value]
  })
  const isWatched = options.ui || options['ui-port'] || options.list
  const recorded = isWatched ? [] : ['--reporter', 'line,html', '--trace', 'retain-on-failure']
  const files = specs.map((spec) => literally(spec.replace(/^e2e\//, '')))
  await run('playwright', 'e2e', ['test', ...files, ...recorded, ...args], {
    PLAYWRIGHT_HTML_OUTPUT_DIR: report,
    PLAYWRIGHT_HTML_OPEN: 'never',
  })
  if (process.exitCode && !isWatched) say('Traces and pictures of what failed: npm run test:e2e -- --report')
}

const report = join(root, 'playwright-report')

/** Shows the report of the last run in a browser until the command is interrupted. */
export async function showReport(): Promise<void> {
  await run('playwright', 'e2e', ['show-report', report])
}

/** Escapes the text, because both runners take regular expressions. */
function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

async function run(tool: string, folder: string, args: readonly string[], env = {}): Promise<void> {
  const program = join(root, folder, 'node_modules/.bin', tool)
  // When the reader of a pipe closes it, this process ends normally, where the runner would fail.
  const { isTTY } = process.stdout
  const child = spawn(program, args, {
    cwd: join(root, folder),
    env: { ...process.env, ...env },
    stdio: ['ignore', isTTY ? 'inherit' : 'pipe', 'inherit'],
  })
  child.stdout?.pipe(process.stdout)
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
