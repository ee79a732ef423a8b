import { readArguments } from '../api/command/command.ts'
import { runSteps } from './run-steps.ts'
import { typecheck } from './steps.ts'

readArguments({ name: 'typecheck', about: 'Compiles every package with TypeScript, without writing JavaScript.' })
await runSteps(() => [typecheck])
