import { CommandError, runCommand } from '../api/command/command.ts'
import { runLanes } from './step.ts'

const programs: Readonly<Record<string, string>> = {
  schema: 'api/src/db/write-schema.ts',
  inline: 'platform/dev/build-inline-scripts.ts',
  icons: 'platform/dev/draw-icons.ts',
  specification: '.ci/specification.ts',
  'api-report': 'platform/dev/sdk/api-report.ts',
}

const command = {
  name: 'generate',
  about:
    'Updates committed files that are made from others: the types of the tables (schema), the built scripts of the HTML (inline), the icons of the installed app (icons), the tests of each line in docs/specification.md (specification), and what the SDK offers (api-report).',
  takes: `[${Object.keys(programs).join(' | ')} …]`,
} as const

await runCommand(command, async ({ positionals }) => {
  const names = positionals.length > 0 ? positionals : Object.keys(programs)
  const steps = names.map((name) => {
    const program = programs[name]
    if (!program)
      throw new CommandError(
        `There is nothing to generate with the name «${name}». Choose from: ${Object.keys(programs).join(', ')}`,
      )
    return { name, command: ['node', program] } as const
  })
  await runLanes([steps])
})
