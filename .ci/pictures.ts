import { join } from 'node:path'
import { readArguments } from '../api/command/command.ts'
import { runSteps } from './run-steps.ts'
import { root } from './step.ts'

readArguments({ name: 'pictures', about: 'Updates the pictures of the README.' })
await runSteps(() => [
  {
    name: 'Pictures of the README',
    command: ['playwright', 'test', '--config', 'pictures/playwright.config.ts', '--reporter', 'line'],
    cwd: join(root, 'e2e'),
  },
])
