import { join } from 'node:path'
import { readArguments } from '../api/command/command.ts'
import { root, run } from './step.ts'

readArguments({ name: 'pictures', about: 'Updates the pictures of the README.' })
const { failed } = await run({
  name: 'Pictures of the README',
  command: ['playwright', 'test', '--config', 'pictures/playwright.config.ts', '--reporter', 'line'],
  cwd: join(root, 'e2e'),
})
process.exitCode = failed
