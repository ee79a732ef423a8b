import { join } from 'node:path'
import { readArguments } from '../api/command/command.ts'
import { runSteps } from './run-steps.ts'
import { root } from './step.ts'

readArguments({
  name: 'snapshots',
  about: 'Updates the snapshots of the screens that an intended change has changed; `git diff` shows it.',
})
const cwd = join(root, 'e2e')
await runSteps(() => [
  {
    name: 'Snapshots of all screens',
    command: ['playwright', 'test', 'screens.spec.ts', '--update-snapshots', 'changed', '--reporter', 'line'],
    cwd,
  },
  { name: 'Their sizes', command: ['node', 'screens/optimize-snapshots.ts'], cwd },
])
