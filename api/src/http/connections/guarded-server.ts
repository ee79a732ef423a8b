import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import { rejectBrokenRequest } from './broken-request.ts'
import { type ConnectionTable, createConnectionTable } from './connection-table.ts'
import { connectionCounts } from './counts.ts'
import { FILES_PER_CONNECTION, maxConnections, openFilesLimit } from './max-connections.ts'
import { endWith, type RawResponse } from './raw-response.ts'
import { originForm } from './request-target.ts'
import { startSlowReaderCheck } from './slow-readers.ts'

/** Milliseconds. */
const defaultTimeouts = {
  /** From the connection, or the first byte of a request, to the end of its headers. */
  headersTimeout: 15_000,
  /** To the end of its body: a photo of 1 MB takes 40 s at 200 kbit/s. */
  requestTimeout: 60_000,
  /** Longer than nginx uses a connection again (docs/deploy/nginx.conf), so that no request is sent into its end. */
  keepAliveTimeout: 72_000,
  /** The idle timeout. A request takes less, and a live stream has a heartbeat. */
  silenceTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
}

/** Browsers and proxies send no second request before the response; some libraries send a few. */
const MAX_PIPELINED = 8
/** Connections above the maximum that get a response before they are closed; what is above these is closed at once. */
const MAX_REJECTED = 32

type Options = {
  /** The response to a client for which there is no place. */
  rejection: RawResponse
  /** Connections with a request at once; one without takes half a place. Default: what the limit of open files allows. */
  max?: number
  timeouts?: Partial<typeof defaultTimeouts>
}

export type GuardedServer = {
  /** For `Fastify()`. */
  options: Required<Pick<FastifyServerOptions<Server>, 'serverFactory' | 'clientErrorHandler'>>
  connections: ConnectionTable
  max: number
}

/**
 * Creates an HTTP server that no client can end, slow down or fill up: connections stay below the limit of open files, and
 * slow clients are disconnected, at once where the place is needed.
 */
export function guardServer({
  rejection,
  max = maxConnections(openFilesLimit()),
  timeouts = {},
}: Options): GuardedServer {
  const connections = createConnectionTable()
  const limits = { ...defaultTimeouts, ...timeouts }
  const maxFiles = max * FILES_PER_CONNECTION
  let rejections = 0

  /** Whether there is a place, or one could be made. */
  function admit(socket: Socket): boolean {
    const isAdmitted = connections.files < maxFiles || closeOne()
    if (isAdmitted) connections.add(socket)
    else connectionCounts.rejected += 1
    return isAdmitted
  }

  /** Whether there was one that waits for its client. */
  function closeOne(): boolean {
    const waiting = connections.nextToClose()
    if (!waiting) return false
    connectionCounts.closed += 1
    connections.close(waiting)
    return true
  }

  function reject(socket: Socket): void {
    socket.on('error', () => {})
    if (rejections >= MAX_REJECTED) return void socket.destroy()
    rejections += 1
    socket.once('close', () => {
      rejections -= 1
    })
    endWith(socket, rejection)
  }

  const serverFactory: GuardedServer['options']['serverFactory'] = (handler) => {
    const server = createServer(limits, (request, response) => {
      const connection = connections.get(request.socket)
      if (!connection || connection.exchanges.size >= MAX_PIPELINED) return request.socket.destroy()
      connections.begin(connection, request, response)
      if (connections.files > maxFiles) closeOne()
      request.url = originForm(request.url ?? '')
      handler(request, response)
    })
    server.timeout = limits.silenceTimeout
    // Node's own, which gives the connection to the HTTP parser.
    const [parse] = server.listeners('connection')
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      if (admit(socket)) parse?.call(server, socket)
      else reject(socket)
    })
    startSlowReaderCheck(server, connections)
    return server
  }

  return {
    options: {
      serverFactory,
      clientErrorHandler: (error, socket) => rejectBrokenRequest(error, socket, connections),
    },
    connections,
    max,
  }
}
