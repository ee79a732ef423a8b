import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Returns ports of this machine on which nothing listens. */
export async function freePorts(count: number): Promise<number[]> {
  // All are open at the same time, so that they differ.
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) server.close()
  return ports
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}
