// `pnpm dev`: the shell and the remotes from their sources with Fast Refresh, the API restarted on each change, one address.
import { remoteNames } from '@portal/shared/build/paths'
import { startDevApi, startDevPortal, stopTogether } from './dev-portal.ts'

const port = Number(process.env.PORT || 3000)
const api = await startDevApi(port)
stopTogether([api, await startDevPortal({ port, local: remoteNames, apiUrl: api.url })])
