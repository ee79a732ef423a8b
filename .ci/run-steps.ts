import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../api/command/command.ts'
import { type Count, run, type Step } from './step.ts'

/**
 * Runs the lanes concurrently, and all steps of a lane one after the other, even when some fail. At the end prints what failed and
 * the sums, because a reader of CI sees the end first; the exit code is 1 when a step failed. `createLanes` gets the folder of the tests' reports.
 */
export async function runLanes(createLanes: (reports: string) => readonly (readonly Step[])[]): Promise<void> {
  const reports = await mkdtemp(join(tmpdir(), 'portal-reports-'))
  const counts = (await Promise.all(createLanes(reports).map(inOrder))).flat()
  await rm(reports, { recursive: true })

  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failures = counts.flatMap((count) => count.failures)
  for (const { title, text } of failures) say(`\n✗ ${title}\n${text.trim()}`)
  say(`${passed} passed, ${failures.length} failed`)
  process.exitCode = failures.length === 0 ? 0 : 1
}

/** Runs the steps of a single lane in the same way. */
export async function runSteps(createSteps: (reports: string) => readonly Step[]): Promise<void> {
  await runLanes((reports) => [createSteps(reports)])
}

async function inOrder(steps: readonly Step[]): Promise<Count[]> {
  const counts: Count[] = []
  for (const step of steps) counts.push(await run(step))
  return counts
}
