import { endWithReader } from '@portal/command/command'
import { runAdmin } from './run-admin.ts'

endWithReader()
process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
})
