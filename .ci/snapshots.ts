import { join } from 'node:path'
import { readArguments } from '../api/command/command.ts'
import { root, run } from './step.ts'

readArguments({
  name: 'snapshots',
  about: 'Updates the snapshots of the screens that an intended change has changed; `git diff` shows it.',
})
const cwd = join(root, 'e2e')
const taken = await run({
  name: 'Snapshots of all screens',
  command: ['playwright', 'test', 'screens.spec.ts', '--update-snapshots', 'changed', '--reporter', 'line'],
  cwd,
})
const optimized = await run({ name: 'Their sizes', command: ['node', 'screens/optimize-snapshots.ts'], cwd })
process.exitCode = taken.failed + optimized.failed === 0 ? 0 : 1
