import { readArguments } from '../api/command/command.ts'
import { runSteps } from './run-steps.ts'
import { unitTests } from './steps.ts'

readArguments({ name: 'test:unit', about: 'Runs the unit tests of all packages but the API.' })
await runSteps((reports) => [unitTests(reports)])
