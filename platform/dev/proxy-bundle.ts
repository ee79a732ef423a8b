import proxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'
import type { DevServer } from './dev-server.ts'

/** A development server of one package, and where the page finds it. */
export type DevBundle = Pick<DevServer, 'url' | 'prefix'> & Partial<DevServer>

/** One address for everything, the socket of the updates too. */
export async function proxyBundle(app: FastifyInstance, { url, prefix }: DevBundle): Promise<void> {
  await app.register(proxy, { upstream: url, prefix, rewritePrefix: prefix, websocket: true })
}
