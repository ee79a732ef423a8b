import { runForOutcome } from '@portal/command/program'
import { repository } from '@portal/platform/bundler/paths'
import { expect, test } from '../fixtures.ts'

// spec: 9.51
test('restaurants go live from an empty database in production, by what the documents say', {
  tag: '@remotes',
}, async () => {
  const { output } = await runForOutcome(process.execPath, ['lab/drills/drill.ts', 'golive'], { cwd: repository })
  // A step that fails ends the drill before this line. The time is checked only when the drill runs by itself, because
  // other tests slow it down.
  expect(output).toMatch(/^golive: .* 0 differences from ЮKassa, 0 of the ledger, an open page at sign-in /m)
})
