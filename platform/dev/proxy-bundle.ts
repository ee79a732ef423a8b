import proxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'
import type { DevServer } from './dev-server.ts'

/** A development server of one package, and its path in the page. */
type DevBundle = Pick<DevServer, 'url' | 'prefix'>

/** Proxies the development servers at one address, including the socket of their updates. */
export async function proxyBundle(app: FastifyInstance, { url, prefix }: DevBundle): Promise<void> {
  await app.register(proxy, { upstream: url, prefix, rewritePrefix: prefix, websocket: true })
}
