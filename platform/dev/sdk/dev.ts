import { join } from 'node:path'
import { runCommand } from '@portal/command/command'
import { platformRoot, remoteNames } from '../../bundler/paths.ts'
import { requirePackage } from '../../releases/commands/require-package.ts'
import { deployedRemotes, portalOrigin } from '../deployed-portal.ts'

const command = {
  name: 'dev',
  about:
    'Serves remotes from their sources with Fast Refresh, in the shell of this SDK. Анна is signed in, and the data is made up.',
  takes: '[remote …]',
  options: {
    portal: {
      type: 'string',
      value: 'https://…',
      about: 'the other remotes and the data are of that deployed portal instead',
    },
  },
  settings: { PORT: 'of the page, 3000 unless set' },
} as const

/** The shell of the SDK (write-shell.ts). */
const shellFolder = join(platformRoot, 'shell')

await runCommand(command, async ({ values, positionals }, { started, interrupted }) => {
  const local = positionals.length > 0 ? positionals : remoteNames
  const [name = ''] = local
  for (const one of [name, ...local]) requirePackage(one)
  const origin = values.portal && portalOrigin(values.portal)
  const { devPort, startDevPortal } = await import('../dev-portal.ts')
  const port = await devPort('npm run dev')
  if (origin) {
    const released = await deployedRemotes(origin, local)
    started(await startDevPortal({ port, local, released, apiUrl: origin, shellFolder }))
  } else {
    const { SIGN_IN_PATH, startExampleApi } = await import('../example-api.ts')
    const api = started(await startExampleApi())
    started(await startDevPortal({ port, local, apiUrl: api.url, shellFolder, signInPath: SIGN_IN_PATH }))
  }
  await interrupted()
})
