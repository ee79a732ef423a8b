import { CommandError, runCommand } from '@portal/command/command'
import { remoteNames } from '../bundler/paths.ts'
import { devSettings } from './dev-settings.ts'

const command = {
  name: 'dev:remote',
  about: 'Runs the shell and one remote from their sources with Fast Refresh.',
  takes: '<remote>',
  options: {
    portal: {
      type: 'string',
      value: 'https://…',
      about: 'the other remotes and the API are of that deployed portal; without it, an API here and no other remotes',
    },
  },
  settings: devSettings,
} as const

await runCommand(command, async ({ values, positionals }, { started, interrupted }) => {
  const [name = ''] = positionals
  if (!remoteNames.includes(name)) throw new CommandError(`Say which remote: ${remoteNames.join(', ')}`)
  const { devPort, startDevPortal } = await import('./dev-portal.ts')
  const command = `npm run dev:remote -- ${name}`
  const port = await devPort(command)
  if (values.portal) {
    const { deployedRemotes, portalOrigin } = await import('./deployed-portal.ts')
    const origin = portalOrigin(values.portal)
    const released = await deployedRemotes(origin, [name])
    started(await startDevPortal({ port, local: [name], released, apiUrl: origin }))
  } else {
    const { startDevApi } = await import('./dev-api.ts')
    const api = started(await startDevApi(port, command))
    started(await startDevPortal({ port, local: [name], apiUrl: api.url, apiReady: api.ready }))
  }
  await interrupted()
})
