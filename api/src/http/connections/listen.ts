import { once } from 'node:events'
import { createServer, type ListenOptions, Server } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'

/** Sockets that listen, the server's own included. */
const ACCEPTORS = 16
/**
 * The queue of each socket for connections that this process has not accepted yet. They wait for half a second at most. The system
 * drops further ones, and the client retries: in a long queue all would wait for longer than users do.
 */
const BACKLOG = 256
/** Where the system spreads new connections over all sockets that listen at one port (SO_REUSEPORT). */
const canSharePort = process.platform === 'linux'

const acceptors = new WeakMap<Server, Server[]>()

type Address = { host: string; port: number }

/**
 * Listens for requests. Node accepts one connection in each turn of its event loop, and a turn is long under load: of
 * thousands that connect at once the last ones would wait for seconds. So several sockets listen at one port.
 * Returns the address.
 */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<string> {
  // Ports are shared with processes of the same user: this is the one that would fail.
  await requireUnused({ host, port })
  // Fastify passes the option to Node, although its own type lacks it.
  const options: FastifyListenOptions & ListenOptions = { host, port, backlog: BACKLOG, reusePort: canSharePort }
  const address = await app.listen(options)
  if (canSharePort) acceptors.set(app.server, await openAcceptors(app.server))
  return address
}

/** Accepts no new connection from now on. Resolves when the open ones have ended. */
export async function stopListening(server: Server): Promise<void> {
  const closing = [server, ...(acceptors.get(server) ?? [])].map(
    // Not an HTTP server's own `close`, which ends idle connections at once.
    (each) => new Promise<unknown>((resolve) => Server.prototype.close.call(each, resolve)),
  )
  await Promise.all(closing)
}

async function openAcceptors(server: Server): Promise<Server[]> {
  const address = server.address()
  if (address === null || typeof address === 'string') return []
  const { address: host, port } = address
  const opened = Array.from({ length: ACCEPTORS - 1 }, () =>
    // As an HTTP server does.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  await Promise.all(
    opened.map((each) => once(each.listen({ host, port, backlog: BACKLOG, reusePort: true }), 'listening')),
  )
  return opened
}

/** @throws the system's error when something listens there */
async function requireUnused(address: Address): Promise<void> {
  const server = createServer()
  await once(server.listen(address), 'listening')
  await once(server.close(), 'close')
}
