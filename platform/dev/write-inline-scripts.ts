import { runCommand } from '@portal/command/command'
import { writeInlineScripts } from './build-inline-scripts.ts'

const command = { name: 'inline', about: 'Builds the scripts of the HTML after a change of one.' }

await runCommand(command, writeInlineScripts)
