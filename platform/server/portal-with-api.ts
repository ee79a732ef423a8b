import type { FastifyInstance } from 'fastify'
import { mountApi } from './api/mount-api.ts'
import { createServer } from './create-server.ts'
import { type PortalOptions, servePortal } from './serve-portal.ts'

/** Creates the server that browsers connect to, with the API in its process. */
export async function createPortalWithApi(api: FastifyInstance, options: PortalOptions): Promise<FastifyInstance> {
  const app = createServer(options, api)
  await mountApi(app, api)
  return await servePortal(app, options)
}
