import { outcomeOf } from '@portal/command/program'
import { repository } from '@portal/platform/bundler/paths'
import { expect, test } from '../fixtures.ts'

// spec: 9.51
test('restaurants go live from an empty database in production, by what the documents say', async () => {
  const { code, output } = await outcomeOf(process.execPath, ['e2e/drills/drill.ts', 'golive'], { cwd: repository })
  expect(output).toMatch(/^golive: .*: holds$/m)
  expect(code).toBe(0)
})
