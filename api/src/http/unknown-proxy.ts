import type { App } from './app-dependencies.ts'

/**
 * Logs once that a proxy forwards requests which TRUST_PROXY does not name: every user then has the proxy's address, and limits
 * by address hit all of them.
 */
export function warnOfUnknownProxy(app: App): void {
  let isLogged = false
  app.addHook('onRequest', async ({ headers, ip, socket, log }) => {
    if (isLogged || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return
    isLogged = true
    log.warn({ proxy: ip }, 'X-Forwarded-For of an address that TRUST_PROXY does not name is ignored')
  })
}
