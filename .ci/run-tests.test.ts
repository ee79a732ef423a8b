import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasTraces } from './run-tests.ts'
import { root } from './step.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-results-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['a trace of this run', 20, true],
  ['a trace of an earlier run alone', 10, false],
])('finds failed tests: %s → %j', (_, at, found) => {
  const trace = join(folder, 'tips-phone/trace.zip')
  mkdirSync(join(folder, 'tips-phone'))
  writeFileSync(trace, '')
  utimesSync(trace, at, at)
  expect(hasTraces(folder, 15_000)).toBe(found)
})

test('finds no failed tests where nothing ran', () => {
  expect(hasTraces(join(folder, 'none'), 0)).toBe(false)
})

test('`test:one` fails for a title that no test of the file has', async () => {
  const command = ['.ci/test-one.ts', 'ui/button/button.test.tsx', 'a title that no test has']
  const run = promisify(execFile)(process.execPath, command, { cwd: root })
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('No test has the title') })
})
