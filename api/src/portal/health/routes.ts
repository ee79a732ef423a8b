import { getCallerAddress } from '@portal/contracts/caller-address'
import { createImageStore } from '../../base/uploads/configured-image-store.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { storageProblem, storageUnavailable } from '../../http/storage-problem.ts'
import { cached, checkDatabaseStorage, pingDatabase } from './storage-check.ts'

type Dependencies = Pick<AppDependencies, 'db' | 'stopping' | 'settings'>

/**
 * `/healthz`: the process is alive; restart it if there is no response. `/readyz`: it can serve; send it no requests
 * otherwise. If images cannot be stored, it still serves everything else, so the status is 200 and the body reports it.
 */
export function healthRoutes(app: App, { db, stopping, settings }: Dependencies): void {
  const reachDatabase = cached(() => pingDatabase(db), { maxAgeMs: 0 })
  const checkDatabase = cached(() => checkDatabaseStorage(db))
  const checkUploads = cached(createImageStore(settings).check)

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/readyz', { logLevel: 'warn' }, async () => {
    if (stopping?.aborted) throw new Problem(503, 'stopping', { retry_after: 5 })
    // Simultaneous requests share one query, because this path is public and admission does not limit it.
    await reachDatabase().catch(() => {
      throw new Problem(503, 'database_unavailable', { retry_after: 5 })
    })
    await checkDatabase().catch((error: unknown) => {
      throw storageProblem(error) ?? storageUnavailable
    })
    const uploads = await checkUploads().then(
      () => 'ok',
      (error: unknown) => (storageProblem(error) ?? storageUnavailable).code,
    )
    return uploads === 'ok' ? { status: 'ok' } : { status: 'degraded', uploads }
  })
}

/** Tells `npm run doctor` whether the API knows the proxies in front of it. */
export function callerAddressRoutes(app: App): void {
  // The first of the addresses is that of the connection. Without TRUST_PROXY there are none.
  route(app, getCallerAddress, async ({ request: { ip, ips = [ip] } }) => ({ address: ip, proxies: ips.length - 1 }))
}
