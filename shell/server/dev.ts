// `pnpm dev`: the shell and the remotes from their sources with Fast Refresh, the API restarted on each change, one address.
import { remoteNames } from '@portal/shared/build/paths'
import { runTogether, startDevApi, startDevPortal } from './dev-portal.ts'

const port = Number(process.env.PORT || 3000)
await runTogether(async (started) => {
  const api = started(await startDevApi(port))
  started(await startDevPortal({ port, local: remoteNames, apiUrl: api.url }))
})
