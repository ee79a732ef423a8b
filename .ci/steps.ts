import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, type Step } from './step.ts'

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
  command: ['node', 'platform/minimum-browser-check/check.ts'],
}

/** GitHub shows a failed test at its line in the pull request, and keeps the reports for other tools. */
const inGithub = process.env.GITHUB_ACTIONS ? ['github', 'junit'] : []

export const unitTests = vitest('Unit tests', '!api')
export const apiTests = vitest('API on PostgreSQL', 'api')
export const chromiumTests = playwright('End to end in Chromium')
export const replicaTests = playwright('Replicas behind nginx', '--config', 'replicas')
export const engineTests = playwright('Journeys in three other engines', '--config', 'engines')

/** Half of the tests for a machine of CI. The reports of both machines are merged. */
export function chromiumHalf(half: 1 | 2): Step {
  return playwright('End to end in Chromium', '--shard', `${half}/2`)
}

export function vitest(name: string, project: string): Step {
  const report = reportFile(name)
  return {
    name,
    command: [
      ...(['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json'] as const),
      ...inGithub.map((reporter) => `--reporter=${reporter === 'github' ? 'github-actions' : reporter}`),
      `--outputFile.json=${report}`,
      `--outputFile.junit=${junitFile(name)}`,
    ],
    report,
  }
}

function playwright(name: string, ...args: readonly string[]): Step {
  const report = reportFile(name)
  const merged = args.includes('--shard') ? ['blob'] : []
  return {
    name,
    command: ['playwright', 'test', '--reporter', ['dot', 'json', ...inGithub, ...merged].join(), ...args],
    cwd: join(root, 'e2e'),
    env: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PLAYWRIGHT_JUNIT_OUTPUT_FILE: junitFile(name),
      PLAYWRIGHT_BLOB_OUTPUT_DIR: join(root, '.cache/blob-report'),
    },
    report,
  }
}

function junitFile(name: string): string {
  return join(root, '.cache/junit', `${name}.xml`)
}

function reportFile(name: string): string {
  return join(tmpdir(), `portal-${process.pid}-${name}.json`)
}
