import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = { request: IncomingMessage; response: ServerResponse }

export type Connection = {
  socket: Socket
  address: string
  /** When the client connected, or the last change of `exchanges`. Milliseconds of `performance.now()`. */
  since: number
  /** Requests that have no complete response yet, the oldest first: more than one where the client pipelines. */
  exchanges: Set<Exchange>
  /** Requests that came so far. */
  requests: number
  /** By `takeSocket`, from Node's HTTP server: it brings no request any more. */
  isTaken: boolean
}

/** A list of candidates is used for longer the more there are: sorting thousands for each new connection would be an attack. */
const CONNECTIONS_PER_MS = 100
/** Milliseconds. */
const FRESH_MS = 1_000

const tableKey = Symbol('table')
type SocketOfTable = Socket & { [tableKey]?: ConnectionTable }

/** Returns the table that has the connection; none has it where a test injects a request. */
export const tableOf = (socket: SocketOfTable) => socket[tableKey]

/** All connections of this process that carry requests, or did before they were taken. */
export function createConnectionTable() {
  const connections = new Map<Socket, Connection>()
  let accepted = 0
  let requests = 0
  /** Connections with a request. */
  let working = 0
  let ending = false
  let candidates: Connection[] = []
  let candidatesAt = Number.NEGATIVE_INFINITY

  /** The connections that wait for their clients, the next one to be closed last. */
  function sortCandidates(now: number): Connection[] {
    const waiting = [...connections.values()].filter(waitsForClient)
    const ofAddress = Map.groupBy(waiting, ({ address }) => address)
    const rank = (connection: Connection) => {
      const isFresh = now - connection.since < FRESH_MS
      return [
        // A single address must not hold the places of all others.
        ofAddress.get(connection.address)?.length ?? 0,
        // A client that has just connected sends its request in a moment; most bodies come with their headers.
        isFresh ? 0 : 1,
        isFresh === isIdle(connection) ? 0 : 1,
        now - connection.since,
      ]
    }
    return waiting
      .map((connection) => ({ connection, rank: rank(connection) }))
      .sort((a, b) => compare(a.rank, b.rank))
      .map(({ connection }) => connection)
  }

  function forget(socket: Socket): void {
    const connection = connections.get(socket)
    if (!connection) return
    connections.delete(socket)
    // A pipelined response that has not begun emits no event.
    if (connection.exchanges.size > 0) working -= 1
    connection.exchanges.clear()
  }

  function put(socket: SocketOfTable, { isTaken = false } = {}): void {
    const address = socket.remoteAddress ?? ''
    const since = performance.now()
    connections.set(socket, { socket, address, since, exchanges: new Set(), requests: isTaken ? 1 : 0, isTaken })
    socket.once('close', () => forget(socket))
    socket[tableKey] = table
  }

  const table = {
    get size() {
      return connections.size
    },
    /** Files that they may have open: each one, and another that it reads for its response, or has to the API behind a portal server. */
    get files() {
      return connections.size + working
    },
    /** All so far. */
    get accepted() {
      return accepted
    },
    /** All so far. */
    get requests() {
      return requests
    },
    all: () => [...connections.values()],
    get: (socket: Socket) => connections.get(socket),

    add(socket: Socket): void {
      accepted += 1
      put(socket)
    },

    /** Adds it again without its request: one file, which is closed for no other connection while its client reads. */
    addTaken: (socket: Socket) => put(socket, { isTaken: true }),

    begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
      const exchange = { request, response }
      if (ending) response.shouldKeepAlive = false
      if (connection.exchanges.size === 0) working += 1
      connection.exchanges.add(exchange)
      connection.requests += 1
      requests += 1
      connection.since = performance.now()
      response.once('close', () => {
        if (connection.exchanges.delete(exchange) && connection.exchanges.size === 0) working -= 1
        connection.since = performance.now()
      })
    },

    /** From now on each response is the last one of its connection. */
    endAfterResponse(): void {
      ending = true
      for (const { exchanges } of connections.values()) {
        for (const { response } of exchanges) response.shouldKeepAlive = false
      }
    },

    closeWhere(matches: (connection: Connection) => boolean): void {
      for (const connection of connections.values()) if (matches(connection)) table.close(connection)
    },

    /** Closes it at once; its file is free when this returns. */
    close({ socket }: Connection): void {
      forget(socket)
      socket.destroy()
    },

    /**
     * The connection to close when there is no place for a new one: of those that wait for their client, of the address
     * with the most of them, a fresh one last, an idle one before one with a request (of fresh ones after it), the oldest first. Behind a proxy
     * all have its address. Undefined when this process works for all of them.
     */
    nextToClose(now = performance.now()): Connection | undefined {
      if (now - candidatesAt >= connections.size / CONNECTIONS_PER_MS) {
        candidates = sortCandidates(now)
        candidatesAt = now
      }
      for (let next = candidates.pop(); next; next = candidates.pop()) {
        if (connections.has(next.socket) && waitsForClient(next)) return next
      }
      return undefined
    },
  }
  return table
}

export type ConnectionTable = ReturnType<typeof createConnectionTable>

/** Whether it may be closed without loss: the next request has not begun. */
export function isIdle({ exchanges, isTaken }: Connection): boolean {
  return exchanges.size === 0 && !isTaken
}

/** Whether nothing is lost that this process has worked for: no request, not all of it yet, or a response not read. */
export function waitsForClient({ socket, exchanges, isTaken }: Connection): boolean {
  if (isTaken) return socket.writableLength > 0
  const [first] = exchanges
  if (!first) return true
  // Not of a body that this process has not begun to read; admission reads it by `readable`, routes by `data`.
  const isRead = first.request.readableFlowing === true || first.request.listenerCount('readable') > 0
  const awaitsBody = !first.request.complete && isRead
  return awaitsBody || socket.writableLength > 0
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
