import { readArguments } from '../api/command/command.ts'
import { runSteps } from './run-steps.ts'
import type { Step } from './step.ts'
import { lint } from './steps.ts'

const { values } = readArguments({
  name: 'lint',
  about: 'Checks the format, the lint rules, the import rules, unused code, and the names in documents.',
  options: { fix: { type: 'boolean', about: 'formats first, and applies the safe fixes of the linter' } },
})
const fix: Step = { name: 'Formatting and safe fixes', command: ['biome', 'check', '--write', '--colors=off', '.'] }
await runSteps(() => [...(values.fix ? [fix] : []), ...lint])
