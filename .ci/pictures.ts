// `pnpm pictures`: takes the pictures of the README anew.
import { join } from 'node:path'
import { root, run } from './step.ts'

const { failed } = await run({
  name: 'Pictures of the README',
  command: ['playwright', 'test', '--config', 'pictures/playwright.config.ts', '--reporter', 'line'],
  cwd: join(root, 'e2e'),
})
process.exitCode = failed
