import { runCommand } from '@portal/command/command'
import { runVitest } from '../../releases/commands/run-tests.ts'

const command = {
  name: 'test',
  about: 'Runs the tests of the remotes, or those of files with one of these texts in their path.',
  takes: '[path …]',
  options: { watch: { type: 'boolean', about: 'runs them again after each change' } },
} as const

await runCommand(command, async ({ values, positionals }) => {
  process.exitCode = runVitest([values.watch ? 'watch' : 'run', ...positionals])
})
