import { CommandError, runCommand, say } from '@portal/command/command'
import { remoteNames } from '../../bundler/paths.ts'
import { compilerErrors } from '../../releases/compatibility/compiler.ts'
import { linesAgainst } from '../../releases/compatibility/type-check.ts'
import { portalOrigin, typesOfPortal } from '../deployed-portal.ts'

const command = {
  name: 'typecheck',
  about: 'Compiles the remotes with the declarations of the SDK, and with those of the shell of a portal.',
  options: {
    portal: { type: 'string', value: 'https://…', about: 'the portal whose shell is compared, beside the SDK' },
  },
} as const

await runCommand(command, async ({ values: { portal } }) => {
  const errors = await compilerErrors(['--noEmit'])
  if (errors) throw new CommandError(errors)
  if (!portal) return
  const { version, types } = await typesOfPortal(portalOrigin(portal))
  const lines = await Promise.all(remoteNames.map((name) => linesAgainst(name, `shell ${version}`, types)))
  if (lines.flat().length > 0) throw new CommandError(lines.flat().join('\n'))
  say(`${remoteNames.join(', ')}: compatible with the types of shell ${version}`)
})
