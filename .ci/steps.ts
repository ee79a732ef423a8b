import { globSync } from 'node:fs'
import { root, type Step } from './step.ts'
import { engines, playwright, vitest } from './test-steps.ts'

// All checks and tests of the repository: `npm test` runs all of them, and the other scripts some.

const packages = ['shell', ...globSync('mfe-*', { cwd: root }), 'shared', 'platform', 'api', 'e2e', 'lab', '.ci']

export const typecheck: Step = { name: 'Types', command: ['tsc', '-b', '--pretty', 'false'] }

export const lint: readonly Step[] = [
  { name: 'Format and lint', command: ['biome', 'ci', '--colors=off', '.'] },
  { name: 'Import rules', command: ['depcruise', '--output-type', 'err', ...packages] },
  { name: 'Texts of components', command: ['node', '.ci/translated-texts.ts'] },
  { name: 'Unused code', command: ['knip', '--no-progress'] },
  { name: 'Names in documents', command: ['node', '.ci/documents.ts'] },
]

export const build: Step = { name: 'Production build', command: ['node', 'platform/releases/build-all.ts'] }

export const oldestBrowsers: Step = {
  name: 'What the oldest browsers lack',
  command: ['node', 'platform/floor-check/check.ts'],
}

/** `reports` is the folder for the runner's report. */
export const unitTests = (reports: string): Step => vitest('Unit tests', '!api', reports)

export const apiTests = (reports: string): Step => vitest('API on PostgreSQL', 'api', reports)

export const chromiumTests = (reports: string): Step => playwright('End to end in Chromium', reports)

export const replicaTests = (reports: string): Step =>
  playwright('Replicas behind nginx', reports, '--config', 'replicas')

export const engineTests = (reports: string): Step => engines('Journeys in three other engines', reports)
