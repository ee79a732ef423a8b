import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './step.ts'

test('`test:one` fails for a title that no test of the file has', async () => {
  const command = ['.ci/test-one.ts', 'ui/button/button.test.tsx', 'a title that no test has']
  const run = promisify(execFile)(process.execPath, command, { cwd: root })
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('No test has the title') })
})
