import { CommandError, runCommand } from '../api/command/command.ts'
import { runLanes, type Step } from './step.ts'
import {
  apiTests,
  build,
  chromiumHalf,
  chromiumTests,
  engineTests,
  lint,
  oldestBrowsers,
  replicaTests,
  typecheck,
  unitTests,
} from './steps.ts'

/** What a machine of CI runs, where each part has one. */
const parts: Readonly<Record<string, readonly Step[]>> = {
  checks: [typecheck, ...lint, unitTests],
  api: [apiTests],
  'chromium-1': [build, oldestBrowsers, chromiumHalf(1)],
  'chromium-2': [build, chromiumHalf(2)],
  others: [build, replicaTests, engineTests],
}

const command = {
  name: 'test',
  about: 'Runs every check and every test to the end, whatever fails on the way.',
  options: { part: { type: 'string', value: '<name>', about: `only ${Object.keys(parts).join(', ')}` } },
} as const

await runCommand(command, ({ values: { part } }) => {
  if (part === undefined) return runAll()
  const steps = parts[part]
  if (!steps) throw new CommandError(`There is no part ${part}. Parts: ${Object.keys(parts).join(', ')}`)
  return runLanes([steps])
})

/**
 * Two lanes keep both cores of a small machine busy until the end. Concurrent steps may be slower, but no test asserts
 * on time.
 */
function runAll(): Promise<void> {
  return runLanes(
    [
      [build, oldestBrowsers, chromiumTests],
      [typecheck, ...lint, unitTests],
    ],
    [apiTests, replicaTests, engineTests],
  )
}
