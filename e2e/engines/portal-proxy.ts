import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PortalProxy = {
  /** The origin at which the portal is reached through the proxy. */
  origin: string
  /** `POST /api/v1/login 200`, in the order of the responses. */
  requests: readonly string[]
  /** Holds the responses for these addresses back until the returned function is called. No browser stores them. */
  hold: (address: RegExp) => () => void
  /** Responds with 404 for these addresses until the returned function is called. */
  remove: (address: RegExp) => () => void
  /** Closes its connections, and accepts no new ones. */
  close: () => Promise<void>
}

/** Starts a proxy of the portal. Closing it makes any engine offline, even one without a command for that. */
export async function startProxy(portal: string): Promise<PortalProxy> {
  const { hostname, port } = new URL(portal)
  const requests: string[] = []
  const held = new Map<RegExp, Promise<void>>()
  const removed = new Set<RegExp>()
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    const isHeld = [...held.keys()].some((address) => address.test(url))
    for (const [address, released] of held) if (address.test(url)) await released
    const isRemoved = [...removed].some((address) => address.test(url))
    const path = isRemoved ? '/releases/removed' : url
    const forwarded = request({ hostname, port, method, path, headers }, (response) => {
      requests.push(`${method} ${url} ${response.statusCode}`)
      const caching = isHeld || isRemoved ? { 'cache-control': 'no-store' } : {}
      outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...caching })
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    hold(address) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(address, promise)
      return resolve
    },
    remove(address) {
      removed.add(address)
      return () => removed.delete(address)
    },
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
