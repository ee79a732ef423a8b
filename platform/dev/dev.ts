import { runCommand } from '@portal/command/command'
import { remoteNames } from '../bundler/paths.ts'
import { writeInlineScripts } from './build-inline-scripts.ts'
import { devSettings } from './dev-settings.ts'

const command = {
  name: 'dev',
  about:
    'Runs the shell and all remotes from their sources with Fast Refresh, and the API with reload, at one address.',
  settings: devSettings,
}

await runCommand(command, async (_, { started, interrupted }) => {
  // The portal server reads them when it is imported.
  await writeInlineScripts()
  const { devPort, startDevPortal } = await import('./dev-portal.ts')
  const { startDevApi } = await import('./dev-api.ts')
  const port = await devPort('npm run dev')
  const api = started(await startDevApi(port, 'npm run dev'))
  started(await startDevPortal({ port, local: remoteNames, apiUrl: api.url, apiReady: api.ready }))
  await interrupted()
})
