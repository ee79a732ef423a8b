import { runCommand } from '../api/command/command.ts'
import { runLanes } from './step.ts'
import { typecheck } from './steps.ts'

const command = { name: 'typecheck', about: 'Compiles every package with TypeScript, without writing JavaScript.' }

await runCommand(command, () => runLanes([[typecheck]]))
