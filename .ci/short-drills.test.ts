import { expect, test } from 'vitest'
import { runForOutcome } from '../api/command/program.ts'
import { root } from './step.ts'

test('a database that is lost under load is restored to the last archived change and to a moment', async () => {
  const { code, output } = await runForOutcome(process.execPath, ['lab/drills/drill.ts', 'backup', '--short'], {
    cwd: root,
  })
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/RPO .* RTO .*: holds\n$/) })
}, 1_800_000)

test('nothing that was acknowledged is lost or doubled when the primary of the database is killed', async () => {
  const { code, output } = await runForOutcome(process.execPath, ['lab/drills/drill.ts', 'failover', '--short'], {
    cwd: root,
  })
  const figure = /1 failovers, .* 0, 0, 0 of them lost or doubled, 0 discrepancies .*: holds\n$/
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(figure) })
}, 1_800_000)
