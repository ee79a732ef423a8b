import { warnAboutUnknownProxy } from '@portal/api/http/unknown-proxy'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { proxyApi } from './api/proxy-api.ts'
import { createServer } from './create-server.ts'
import { type PortalOptions, servePortal } from './serve-portal.ts'

/** `apiUrl` returns the address of the API that is used now: `http://127.0.0.1:3100`. */
type OtherProcess = { apiUrl: () => string; log?: FastifyBaseLogger }

/** Creates the server that browsers connect to, which proxies the API of another process. */
export async function createPortalBesideApi(
  { apiUrl, log }: OtherProcess,
  options: PortalOptions,
): Promise<FastifyInstance> {
  const app = createServer(options, { log })
  warnAboutUnknownProxy(app)
  await proxyApi(app, { apiUrl, stopping: options.stopping })
  return await servePortal(app, options)
}
