import { join } from 'node:path'
import { runCommand } from '../api/command/command.ts'
import { root, runLanes, type Step } from './step.ts'

const command = {
  name: 'snapshots',
  about: 'Updates the snapshots of the screens that an intended change has changed; `git diff` shows it.',
  takes: '[part of the name of a screen, or a tag]',
  options: { pictures: { type: 'boolean', about: 'updates docs/pictures instead' } },
} as const

const cwd = join(root, 'e2e')
const update = ['test', 'screens.spec.ts', '--update-snapshots', 'changed', '--reporter', 'line']
const snapshots = (screens?: string): Step[] => [
  { name: 'Snapshots of screens', command: ['playwright', ...update, ...(screens ? ['--grep', screens] : [])], cwd },
  { name: 'Their sizes', command: ['node', 'screens/optimize-snapshots.ts'], cwd },
]
const pictures: Step = {
  name: 'Pictures of the documents',
  command: ['playwright', 'test', '--config', 'pictures/playwright.config.ts', '--reporter', 'line'],
  cwd,
}

await runCommand(command, ({ values, positionals: [screens] }) =>
  runLanes([values.pictures ? [pictures] : snapshots(screens)]),
)
