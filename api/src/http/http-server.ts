import { createServer, type RequestListener, type Server } from 'node:http'

/** The time limits of Node. They are the same as in nginx, through which all clients come (docs/deploy/nginx.conf). */
export const TIMEOUTS_MS = {
  headersTimeout: 15_000,
  /** The time until the end of the body. A photo of 1 MB takes 40 s at 200 kbit/s. */
  requestTimeout: 60_000,
  /** Longer than nginx reuses an idle connection, so that nginx never sends a request while it is closed. */
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 2_000,
}
/** A connection on which nothing is sent or received is closed. An event stream has a heartbeat. */
const SILENCE_MS = 60_000
/** Files for the modules of Node, the log, the pool of database connections and the listening socket. */
const RESERVED_FILES = 64
const MAX_CONNECTIONS = 20_000

/** How many connections were closed because there were too many, since the start of this process. For `/metrics`. */
export const refusedConnections = { count: 0 }

/** Creates the HTTP server of an API or a portal server, with limits that keep its process alive. */
export function createHttpServer(handle: RequestListener, timeouts: Partial<typeof TIMEOUTS_MS> = {}): Server {
  const server = createServer({ ...TIMEOUTS_MS, ...timeouts }, (request, response) => {
    request.url = originForm(request.url ?? '')
    handle(request, response)
  })
  server.timeout = SILENCE_MS
  server.maxConnections = CONNECTION_LIMIT
  server.on('drop', () => {
    refusedConnections.count += 1
  })
  return server
}

/**
 * Half of the files that may be open, because a request may also need a file or a connection to the API.
 * 512 open files → 224; 65,536 → 20,000.
 */
export const CONNECTION_LIMIT = Math.min(MAX_CONNECTIONS, Math.floor((openFilesLimit() - RESERVED_FILES) / 2))

/** `ulimit -n` of this process, or Infinity if it has no limit. */
function openFilesLimit(): number {
  // Without this the report resolves the names of all addresses that this process is connected to.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } }
  const limit = userLimits?.open_files.soft
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}

/**
 * Normalizes the address of a request, so that checks before the router see the same path as the router. HTTP allows a
 * whole URI as address, which the router would take for a path. The router also ends a path at `#`.
 * `http://host/a?b#c` → `/a?b`
 */
export function originForm(target: string): string {
  const [address = ''] = target.split('#', 1)
  if (address.startsWith('/') || address === '*') return address
  const [origin] = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i.exec(address) ?? [address]
  const path = address.slice(origin.length)
  return path.startsWith('/') ? path : `/${path}`
}
