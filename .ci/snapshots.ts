// `pnpm snapshots`: takes anew what a meant change has changed of how the screens look; `git diff` shows it.
import { join } from 'node:path'
import { root, run } from './step.ts'

const cwd = join(root, 'e2e')
const taken = await run({
  name: 'Snapshots of all screens',
  command: ['playwright', 'test', 'screens.spec.ts', '--update-snapshots', 'changed', '--reporter', 'line'],
  cwd,
})
const tidied = await run({ name: 'Their sizes', command: ['node', 'screens/tidy.ts'], cwd })
process.exitCode = taken.failed + tidied.failed === 0 ? 0 : 1
