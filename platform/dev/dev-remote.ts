import { CommandError, runCommand, say } from '@portal/command/command'
import { remoteNames } from '../bundler/paths.ts'
import { devSettings } from './dev-settings.ts'

const command = {
  name: 'dev:remote',
  about:
    'Runs the shell and one remote from their sources with Fast Refresh, or shows a build of it in a deployed portal.',
  takes: '<remote>',
  options: {
    portal: {
      type: 'string',
      value: 'https://…',
      about: 'the other remotes and the API are of that deployed portal; without it, an API here and no other remotes',
    },
    build: {
      type: 'boolean',
      about: 'with --portal: builds as for a release, and shows that inside the portal, only in your own browser',
    },
    port: {
      type: 'string',
      value: '4444',
      about: 'with --build: where this machine serves the build',
      default: '4444',
    },
  },
  settings: devSettings,
} as const

await runCommand(command, async ({ values, positionals }, { started, interrupted }) => {
  const [name = ''] = positionals
  if (!remoteNames.includes(name)) throw new CommandError(`Say which remote: ${remoteNames.join(', ')}`)
  if (values.build) {
    if (!values.portal) throw new CommandError('Say in which portal: --portal https://staging.example')
    const [{ portalOrigin }, { serveBuild }] = await Promise.all([
      import('./deployed-portal.ts'),
      import('./serve-build.ts'),
    ])
    const portal = portalOrigin(values.portal)
    const { address } = started(await serveBuild({ name, portal, port: Number(values.port) }))
    say(`\nOpen ${address}\nStop with Ctrl+C: the portal is then as before.`)
    return interrupted()
  }

  const { devPort, startDevApi, startDevPortal } = await import('./dev-portal.ts')
  const command = `npm run dev:remote -- ${name}`
  const port = await devPort(command)
  if (values.portal) {
    const { deployedRemotes, portalOrigin } = await import('./deployed-portal.ts')
    const origin = portalOrigin(values.portal)
    const released = await deployedRemotes(origin, name)
    started(await startDevPortal({ port, local: [name], released, apiUrl: origin }))
  } else {
    const api = started(await startDevApi(port, command))
    started(await startDevPortal({ port, local: [name], apiUrl: api.url, apiStarts: api.starts }))
  }
  await interrupted()
})
