import type { App } from './app-dependencies.ts'

/**
 * Logs once that a proxy forwards requests and TRUST_PROXY does not name it. All users then seem to have the proxy's
 * address, and share its limits.
 */
export function warnAboutUnknownProxy(app: App): void {
  let isLogged = false
  app.addHook('onRequest', async ({ headers, ip, ips, log }) => {
    // The addresses that a trusted proxy forwards follow its own, which may be the same: a user on its machine.
    const isForwarded = ips !== undefined && ips.length > 1
    if (isLogged || headers['x-forwarded-for'] === undefined || isForwarded) return
    isLogged = true
    log.warn({ proxy: ip }, 'X-Forwarded-For of an address that TRUST_PROXY does not name is ignored')
  })
}
