import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '../shared/command/command.ts'
import { type Count, root, run, type Step } from './step.ts'
import { engines, playwright, vitest } from './test-steps.ts'

readArguments({ name: 'test', about: 'Runs every check and every test to the end, whatever fails on the way.' })

const reports = await mkdtemp(join(tmpdir(), 'portal-reports-'))
const packages = ['shell', ...globSync('mfe-*', { cwd: root }), 'shared', 'api', 'e2e', '.ci']

const build: Step = { name: 'Production build', command: ['node', 'shared/build/build-all.ts'] }
const oldest: Step = { name: 'What the oldest browsers lack', command: ['node', 'shared/build/floor-check/check.ts'] }
const checks: Step[] = [
  { name: 'Types', command: ['tsc', '-b', '--pretty', 'false'] },
  { name: 'Format and lint', command: ['biome', 'ci', '--colors=off', '.'] },
  { name: 'Who imports whom', command: ['depcruise', '--output-type', 'err', ...packages] },
  { name: 'What nobody uses', command: ['knip', '--no-progress'] },
  { name: 'What the documents name', command: ['node', '.ci/documents.ts'] },
]

// Two lanes that end at about the same time, so that both cores of a small machine are busy until the end. No test measures
// time: what runs beside it makes it slower, and nothing else.
const lanes: Step[][] = [
  [build, oldest, playwright('End to end in Chromium', reports)],
  [
    ...checks,
    vitest('Unit tests', '!api', reports),
    vitest('API on PostgreSQL', 'api', reports),
    playwright('Replicas behind nginx', reports, '--config', 'replicas'),
    engines('Journeys in four engines', reports),
  ],
]

async function inOrder(steps: readonly Step[]): Promise<Count[]> {
  const counts: Count[] = []
  for (const step of steps) counts.push(await run(step))
  return counts
}

const counts = (await Promise.all(lanes.map(inOrder))).flat()
await rm(reports, { recursive: true })

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
