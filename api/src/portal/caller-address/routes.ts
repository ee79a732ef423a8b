import { getCallerAddress } from '@portal/contracts/caller-address'
import type { App } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'

export function callerAddressRoutes(app: App): void {
  // The first of the addresses is that of the connection. Without TRUST_PROXY there are none.
  route(app, getCallerAddress, async ({ request: { ip, ips = [ip] } }) => ({ address: ip, proxies: ips.length - 1 }))
}
