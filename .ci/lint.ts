import { runCommand } from '../api/command/command.ts'
import { runLanes, type Step } from './step.ts'
import { lint } from './steps.ts'

const command = {
  name: 'lint',
  about: 'Checks the format, the lint rules, the import rules, unused code, and the names in documents.',
  options: { fix: { type: 'boolean', about: 'formats first, and applies the safe fixes of the linter' } },
} as const

const fix: Step = { name: 'Formatting and safe fixes', command: ['biome', 'check', '--write', '--colors=off', '.'] }

await runCommand(command, ({ values }) => runLanes([[...(values.fix ? [fix] : []), ...lint]]))
