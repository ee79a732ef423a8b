import { runCommand } from '../api/command/command.ts'
import { runLanes } from './step.ts'
import {
  apiTests,
  build,
  chromiumTests,
  engineTests,
  lint,
  oldestBrowsers,
  replicaTests,
  typecheck,
  unitTests,
} from './steps.ts'

const command = { name: 'test', about: 'Runs every check and every test to the end, whatever fails on the way.' }

// Two lanes keep both cores of a small machine busy until the end. Concurrent steps may be slower, but no test asserts
// on time.
await runCommand(command, () =>
  runLanes(
    [
      [build, oldestBrowsers, chromiumTests],
      [typecheck, ...lint, unitTests],
    ],
    [apiTests, replicaTests, engineTests],
  ),
)
