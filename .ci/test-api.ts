import { readArguments } from '../api/command/command.ts'
import { runSteps } from './run-steps.ts'
import { apiTests } from './steps.ts'

readArguments({ name: 'test:api', about: 'Runs the tests of the API on a PostgreSQL of their own.' })
await runSteps((reports) => [apiTests(reports)])
