// `pnpm test`: everything, to the end, whatever fails on the way.
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { findServers } from './servers.ts'
import { type Count, root, run, type Step } from './step.ts'

const reports = await mkdtemp(join(tmpdir(), 'portal-reports-'))
const packages = ['shell', ...globSync('mfe-*', { cwd: root }), 'shared', 'api', 'e2e', '.ci']

const checks: Step[] = [
  { name: 'Format and lint', command: ['biome', 'ci', '--colors=off', '.'] },
  { name: 'Who imports whom', command: ['depcruise', '--output-type', 'err', ...packages] },
  { name: 'What nobody uses', command: ['knip', '--no-progress'] },
  { name: 'What the documents name', command: ['node', '.ci/documents.ts'] },
  { name: 'Types', command: ['tsc', '-b', '--pretty', 'false'] },
  { name: 'Production build', command: ['node', 'shared/build/build-all.ts'] },
]
const tests: Step[] = [vitest('Unit tests', 'unit', '!api'), vitest('API on PostgreSQL', 'api', 'api')]

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

function vitest(name: string, id: string, project: string): Step {
  const report = join(reports, `${id}.json`)
  return {
    name,
    command: ['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile=${report}`],
    async count() {
      const { numPassedTests, numFailedTests, testResults }: VitestReport = JSON.parse(await readFile(report, 'utf8'))
      // A file that cannot be read has no tests that could fail.
      const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
      return { passed: numPassedTests, failed: numFailedTests + broken.length }
    },
  }
}

/** `env`: what it needs of the machine. @throws when that is not there */
function playwright(name: string, id: string, args: readonly string[], env: () => Record<string, string>): Step {
  const report = join(reports, `${id}.json`)
  return {
    name,
    command: ['playwright', 'test', '--reporter', 'line,json', ...args],
    cwd: join(root, 'e2e'),
    env: { ...env(), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    async count() {
      const { stats } = JSON.parse(await readFile(report, 'utf8'))
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
    },
  }
}

async function inOrder(steps: readonly Step[]): Promise<Count[]> {
  const counts: Count[] = []
  for (const step of steps) counts.push(await run(step))
  return counts
}

async function inBrowser(...[name, ...step]: Parameters<typeof playwright>): Promise<Count> {
  try {
    return await run(playwright(name, ...step))
  } catch (error) {
    process.stdout.write(`✗ ${name}: ${error}\n`)
    return { passed: 0, failed: 1 }
  }
}

// Two at a time; the browser alone, since its tests measure time.
const counts = [
  ...(await Promise.all([inOrder(checks), inOrder(tests)])).flat(),
  await inBrowser('End to end in Chromium', 'e2e', [], () => ({ CHROMIUM_PATH: findBrowser() })),
  await inBrowser('Replicas behind nginx', 'replicas', ['--config', 'replicas'], () => ({
    ...findServers(),
    CHROMIUM_PATH: findBrowser(),
  })),
]
await rm(reports, { recursive: true })

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
