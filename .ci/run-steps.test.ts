import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './step.ts'

// A folder inside the repository, where vitest and the steps are found.
let folder: string

beforeEach(() => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/run-steps-'))
  writeFileSync(join(folder, 'vitest.config.ts'), "export default { test: { name: 'sums', include: ['*.test.ts'] } }\n")
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('what failed is printed at the end with its errors, and the exit code is 1', () => {
  writeFileSync(
    join(folder, 'sum.test.ts'),
    `import { expect, test } from 'vitest'
     test('adds', () => expect(1 + 1).toBe(2))
     test('adds wrongly', () => expect(1 + 1).toBe(3))`,
  )
  writeFileSync(join(folder, 'broken.test.ts'), "import './not-there.ts'\n")
  const { status, lines } = runSteps([
    `{ ...vitest('Sums', 'sums', reports), cwd: ${JSON.stringify(folder)} }`,
    "{ name: 'Prints', command: ['node', '-e', 'console.log(1)'] }",
    "{ name: 'Ends', command: ['node', '-e', 'console.log(`why it ends`); process.exit(3)'] }",
  ])
  expect(status).toBe(1)
  const end = lines.slice(lines.findIndex((line) => line.includes('Ends (')) + 1).join('\n')
  expect(end).toContain('sum.test.ts › adds wrongly')
  expect(end).toContain('expected 2 to be 3')
  expect(end).toContain('broken.test.ts')
  expect(end).toContain('not-there.ts')
  expect(end).toContain('✗ Ends\nwhy it ends')
  expect(lines.at(-1)).toBe('2 passed, 3 failed')
})

test('a step in which no test runs fails', () => {
  const { status, lines } = runSteps([`{ ...vitest('Sums', 'sums', reports), cwd: ${JSON.stringify(folder)} }`])
  expect(status).toBe(1)
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
})

test('a failed test of a browser is printed with the page that it showed', () => {
  const context = join(folder, 'error-context.md')
  writeFileSync(context, '# Error details\n\n# Page snapshot\n\n```yaml\n- heading "Чаевые"\n```\n\n# Test source\n')
  const result = {
    errors: [{ message: 'not there' }],
    attachments: [{ name: 'screenshot' }, { name: 'error-context', path: context }],
  }
  const failed = { projectName: 'phone', status: 'unexpected', annotations: [], results: [result] }
  const report = { specs: [], suites: [{ specs: [{ title: 'opens', file: 'a.spec.ts', line: 3, tests: [failed] }] }] }
  const writeReport = `fs.writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME, ${JSON.stringify(JSON.stringify(report))})`
  const command = JSON.stringify(['node', '-e', writeReport])
  const { lines } = runSteps([`{ ...playwright('Pages', reports), command: ${command} }`])
  expect(lines.slice(-6)).toEqual([
    '✗ a.spec.ts:3 › opens (phone)',
    'not there',
    '',
    'The page:',
    '- heading "Чаевые"',
    '0 passed, 1 failed',
  ])
})

test('steps that all pass end with 0', () => {
  const { status, lines } = runSteps(["{ name: 'Prints', command: ['node', '-e', 'console.log(1)'] }"])
  expect(status).toBe(0)
  expect(lines.at(-1)).toBe('1 passed, 0 failed')
})

function runSteps(steps: string[]) {
  const script = join(folder, 'run.ts')
  writeFileSync(
    script,
    `import { runSteps } from ${JSON.stringify(join(root, '.ci/run-steps.ts'))}
     import { playwright, vitest } from ${JSON.stringify(join(root, '.ci/test-steps.ts'))}
     await runSteps((reports) => [${steps.join(', ')}])`,
  )
  const { status, stdout } = spawnSync(process.execPath, ['--import', join(root, 'node-setup.mjs'), script], {
    encoding: 'utf8',
  })
  return { status, lines: stdout.trimEnd().split('\n') }
}
