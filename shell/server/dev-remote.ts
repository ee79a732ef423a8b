// `pnpm dev:remote mfe-tips --portal https://tips.example`: the shell and one remote from their sources with Fast Refresh,
// the other remotes and the API of a portal that is deployed. Without --portal: the remote alone, with an API here.
import { parseArgs } from 'node:util'
import { remoteNames } from '@portal/shared/build/paths'
import { portalOrigin } from '@portal/shared/build/portal-origin'
import { deployedRemotes } from './deployed-remotes.ts'
import { runTogether, startDevApi, startDevPortal } from './dev-portal.ts'

await runTogether(async (started) => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { portal: { type: 'string' } } })
  const [name = ''] = positionals
  const port = Number(process.env.PORT || 3000)
  if (!remoteNames.includes(name)) throw new Error(`Say which remote: ${remoteNames.join(', ')}`)
  if (values.portal) {
    const origin = portalOrigin(values.portal)
    const released = await deployedRemotes(origin, name)
    started(await startDevPortal({ port, local: [name], released, apiUrl: origin }))
  } else {
    const api = started(await startDevApi(port))
    started(await startDevPortal({ port, local: [name], apiUrl: api.url }))
  }
})
