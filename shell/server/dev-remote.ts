import { remoteNames } from '@portal/shared/build/paths'
import { CommandError, runCommand } from '@portal/shared/command/command'
import { devSettings } from './dev-settings.ts'

const command = {
  name: 'dev:remote',
  about: 'Runs the shell and one remote from their sources with Fast Refresh; without --portal, with an API here.',
  takes: '<remote>',
  options: {
    portal: { type: 'string', value: 'https://…', about: 'the other remotes and the API are of that deployed portal' },
  },
  settings: devSettings,
} as const

await runCommand(command, async ({ values, positionals }, { started, interrupted }) => {
  const [name = ''] = positionals
  if (!remoteNames.includes(name)) throw new CommandError(`Say which remote: ${remoteNames.join(', ')}`)
  const { devPort, startDevApi, startDevPortal } = await import('./dev-portal.ts')
  const command = `npm run dev:remote -- ${name}`
  const port = await devPort(command)
  if (values.portal) {
    const [{ portalOrigin }, { deployedRemotes }] = await Promise.all([
      import('@portal/shared/build/portal-origin'),
      import('./deployed-remotes.ts'),
    ])
    const origin = portalOrigin(values.portal)
    const released = await deployedRemotes(origin, name)
    started(await startDevPortal({ port, local: [name], released, apiUrl: origin }))
  } else {
    const api = started(await startDevApi(port, command))
    started(await startDevPortal({ port, local: [name], apiUrl: api.url }))
  }
  await interrupted()
})
