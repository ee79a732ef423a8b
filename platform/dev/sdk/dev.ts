import { runCommand, say } from '@portal/command/command'
import { requirePackage } from '../../releases/commands/require-package.ts'
import { portalOrigin } from '../deployed-portal.ts'
import { serveBuild } from '../serve-build.ts'

const command = {
  name: 'dev',
  about: 'Shows a remote inside a deployed portal, only in your own browser, and builds it again after each change.',
  takes: '<remote>',
  options: {
    portal: { type: 'string', value: 'https://…', about: 'that portal, which has previews on', required: true },
    port: { type: 'string', value: '4444', about: 'where this machine serves the build', default: '4444' },
  },
} as const

await runCommand(command, async ({ values, positionals }, { started, interrupted }) => {
  const [name = ''] = positionals
  requirePackage(name)
  const portal = portalOrigin(values.portal)
  // The object is written in the call, where the compiler rejects a name that `serveBuild` does not have.
  const { address } = started(await serveBuild({ name, portal, port: Number(values.port), isWatching: true }))
  say(`\nOpen ${address}\nStop with Ctrl+C: the portal is then as before.`)
  await interrupted()
})
