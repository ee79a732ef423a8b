import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './step.ts'

// A folder inside the repository, where vitest and the steps are found.
let folder: string

beforeEach(() => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/steps-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const prints = "{ name: 'Prints', command: ['node', '-e', 'console.log(1)'] }"

test('what failed is printed at the end with its output, and the exit code is 1', () => {
  writeTest('sum', "test('adds', () => expect(1 + 1).toBe(2))\ntest('adds wrongly', () => expect(1 + 1).toBe(3))")
  const ends = "{ name: 'Ends', command: ['node', '-e', 'console.log(`why it ends`); process.exit(3)'] }"
  const { status, lines } = runSteps(sums(), ends, prints)
  expect(status).toBe(1)
  expect(lines[0]).toMatch(/^✗ Sums \([\d.]+ s, 1 passed, 1 failed\)$/)
  expect(lines[1]).toMatch(/^✗ Ends \([\d.]+ s\)$/)
  expect(lines[2]).toMatch(/^✓ Prints \([\d.]+ s\)$/)
  const end = lines.slice(3).join('\n')
  expect(end).toContain('sum.test.ts > adds wrongly')
  expect(end).toContain('expected 2 to be 3')
  expect(end).toContain('✗ Ends\nwhy it ends')
  expect(end).not.toContain('✗ Prints')
  const summary = lines.slice(lines.lastIndexOf('✗ Sums'))
  expect(summary[1]).toMatch(/^ {2}.*sum\.test\.ts adds wrongly$/)
  expect(summary[2]).toMatch(/^ {4}AssertionError: expected 2 to be 3/)
  expect(summary.slice(-3)).toEqual(['', '✗ Ends', '2 passed, 2 failed'])
})

test('in a workflow of GitHub a failed test is marked at its line', () => {
  writeTest('sum', "test('adds wrongly', () => expect(1 + 1).toBe(3))")
  const { lines } = runLanes(`[[${sums()}]]`, { GITHUB_ACTIONS: 'true' })
  expect(lines.find((line) => line.startsWith('::error'))).toMatch(/file=.*sum\.test\.ts.*line=\d+/)
  const junit = join(root, '.cache/junit/Sums.xml')
  expect(readFileSync(junit, 'utf8')).toContain('adds wrongly')
  rmSync(junit)
})

test('a file of tests that cannot be loaded fails its step', () => {
  writeTest('sum', "test('adds', () => expect(1 + 1).toBe(2))")
  writeTest('broken', "import './not-there.ts'")
  const { status, lines } = runSteps(sums())
  expect(status).toBe(1)
  expect(lines.join('\n')).toContain('not-there.ts')
  expect(lines.at(-2)).toMatch(/^ {2}.*broken\.test\.ts$/)
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
})

test('a step in which no test runs fails', () => {
  const { status, lines } = runSteps(sums())
  expect(status).toBe(1)
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
})

const failedLines = ['  out.spec.ts takes money out (phone)', '    Error: one ruble is missing', '1 passed, 1 failed']
test.each([
  ['passes', 'expected', ['2 passed, 0 failed']],
  ['fails with tests that fail', 'unexpected', failedLines],
  ['fails with tests that pass only when they are repeated', 'flaky', failedLines],
])('a step of Playwright %s', (_, status, end) => {
  const report = join(folder, 'report.json')
  const file = 'out.spec.ts'
  const results = [{ errors: [{ message: '\u001b[31mError\u001b[39m: one ruble is missing\n' }] }]
  const specs = [
    { title: 'takes money out', tests: [{ status, projectName: 'phone', results }] },
    { title: 'shows the sum', tests: [{ status: 'expected', projectName: 'phone', results: [{ errors: [] }] }] },
  ]
  const stats = { expected: 1, unexpected: 0, flaky: 0 }
  stats[status as 'flaky'] += 1
  writeFileSync(report, JSON.stringify({ stats, suites: [{ file, specs: [], suites: [{ file, specs }] }] }))
  const { lines } = runSteps(`{ ...${prints}, report: ${JSON.stringify(report)} }`)
  expect(lines.slice(-end.length)).toEqual(end)
})

test('steps that all pass end with 0', () => {
  const { status, lines } = runSteps(prints)
  expect(status).toBe(0)
  expect(lines.at(-1)).toBe('1 passed, 0 failed')
})

test('a lane that has ended takes a step that is left', () => {
  const file = JSON.stringify(join(folder, 'written'))
  const waits = `const timer = setInterval(() => fs.existsSync(${file}) && clearInterval(timer), 10)`
  const writes = `fs.writeFileSync(${file}, '')`
  const [first, last] = [waits, writes].map(
    (text) => `{ name: 'Step', command: ${JSON.stringify(['node', '-e', text])} }`,
  )
  expect(runLanes(`[[${first}], [${prints}]], [${last}]`).lines.at(-1)).toBe('3 passed, 0 failed')
})

test('a signal ends the step that runs', async () => {
  const [started, ended] = [join(folder, 'started'), join(folder, 'ended')]
  const program = `
    process.on('SIGTERM', () => fs.writeFileSync(${JSON.stringify(ended)}, '') ?? process.exit())
    setInterval(() => {}, 1000)
    fs.writeFileSync(${JSON.stringify(started)}, '')`
  const step = `{ name: 'Waits', command: ${JSON.stringify(['node', '-e', program])} }`
  const steps = spawn(process.execPath, [writeLanes(`[[${step}]]`)])
  await expect.poll(() => existsSync(started), { timeout: 60_000 }).toBe(true)
  steps.kill('SIGTERM')
  expect(await once(steps, 'exit')).toEqual([143, null])
  await expect.poll(() => existsSync(ended), { timeout: 60_000 }).toBe(true)
})

function writeTest(name: string, tests: string): void {
  writeFileSync(join(folder, `${name}.test.ts`), `import { expect, test } from 'vitest'\n${tests}\n`)
}

/** The tests of the folder. */
function sums(): string {
  writeFileSync(join(folder, 'vitest.config.ts'), "export default { test: { name: 'sums', include: ['*.test.ts'] } }\n")
  return `{ ...vitest('Sums', 'sums'), cwd: ${JSON.stringify(folder)} }`
}

function runSteps(...steps: readonly string[]) {
  return runLanes(`[[${steps.join(', ')}]]`)
}

function runLanes(lanes: string, settings = {}) {
  const env = { ...process.env, GITHUB_ACTIONS: undefined, ...settings }
  const { status, stdout } = spawnSync(process.execPath, [writeLanes(lanes)], { encoding: 'utf8', env })
  return { status, lines: stdout.trimEnd().split('\n') }
}

function writeLanes(lanes: string): string {
  const script = join(folder, 'run.ts')
  writeFileSync(
    script,
    `import { runCommand } from ${JSON.stringify(join(root, 'api/command/command.ts'))}
     import { runLanes } from ${JSON.stringify(join(root, '.ci/step.ts'))}
     import { vitest } from ${JSON.stringify(join(root, '.ci/steps.ts'))}
     await runCommand({ name: 'steps', about: 'Runs them.' }, () => runLanes(${lanes}))`,
  )
  return script
}
