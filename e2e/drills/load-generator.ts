// A process of its own, started by load.ts: it shares no event loop with what it measures. Raw sockets, as a client of
// the library takes as much of the machine's two cores as the portal does.
import { connect, type Socket } from 'node:net'

export type Load = {
  port: number
  /** Whole requests as they go over the wire, a character for each byte; sent in turn. */
  requests: string[]
  seconds: number
  /** `rate`: requests a second, whether responses come or not. `connections`: each sends its next one after a response. */
  arrivals: { rate: number } | { connections: number }
  /** Each request comes on a connection of its own, as from clients that know no kept connections. */
  newConnections?: boolean
  /** Addresses of this machine, in turn for each connection: `127.0.3.4`. Default: the one that the system chooses. */
  addresses?: string[]
  /** After the last request, until what has not come counts as lost. */
  drainMs?: number
}

/** Responses by their status; 0: none came. Milliseconds, sorted. */
export type LoadResult = {
  latencies: Record<number, number[]>
  /** Until the system had connected. Milliseconds, sorted. */
  connects: number[]
  /** Requests that found no free connection. */
  unsent: number
}

const MAX_CONNECTIONS = 4_000
const TICK_MS = 5

type Client = { send(request: Buffer): void; destroy(): void }

type ClientOptions = {
  port: number
  address: string | undefined
  newConnections: boolean
  onConnect: (ms: number) => void
  /** `status` is 0 when the connection breaks during a request. */
  onResponse: (client: Client, status: number, ms: number) => void
}

/** Sends one request after the other, on one connection or on a new one each time. */
function createClient({ port, address, newConnections, onConnect, onResponse }: ClientOptions): Client {
  let sentAt = 0
  let head = ''
  let missing = -1
  let socket: Socket | undefined

  function finish(status: number): void {
    const ms = performance.now() - sentAt
    if (newConnections) leave()
    sentAt = 0
    head = ''
    missing = -1
    onResponse(client, status, ms)
  }

  function leave(): void {
    const used = socket
    socket = undefined
    used?.destroy()
  }

  function open(): Socket {
    const start = performance.now()
    const options = { port, host: '127.0.0.1', ...(address && { localAddress: address }) }
    const fresh = connect(options, () => onConnect(performance.now() - start))
    fresh.setNoDelay(true)
    fresh.on('data', (chunk) => read(chunk))
    fresh.on('error', () => {})
    fresh.on('close', () => {
      if (socket !== fresh) return
      socket = undefined
      if (sentAt > 0) finish(0)
    })
    return fresh
  }

  function read(chunk: Buffer): void {
    if (missing < 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(head)
      // Whatever has no length is read to its last chunk.
      if (!length && !head.endsWith('\r\n0\r\n\r\n')) return
      missing = length ? Number(length[1]) - (head.length - end - 4) : 0
    } else missing -= chunk.length
    if (missing <= 0) finish(Number(head.slice(9, 12)))
  }

  const client: Client = {
    send(request) {
      sentAt = performance.now()
      socket ??= open()
      socket.write(request)
    },
    destroy: () => socket?.destroy(),
  }
  return client
}

async function run(load: Load): Promise<LoadResult> {
  const { port, requests, seconds, arrivals, newConnections = false, addresses = [], drainMs = 20_000 } = load
  const bytes = requests.map((request) => Buffer.from(newConnections ? lastOne(request) : request, 'latin1'))
  const latencies: Record<number, number[]> = {}
  const connects: number[] = []
  const all: Client[] = []
  const free: Client[] = []
  const end = performance.now() + seconds * 1_000
  let next = Math.floor(Math.random() * bytes.length)
  let unsent = 0

  const nextRequest = () => bytes[next++ % bytes.length] as Buffer
  const open = () => {
    const onResponse = (client: Client, status: number, ms: number) => {
      latencies[status] ??= []
      latencies[status].push(ms)
      if ('connections' in arrivals && performance.now() < end) client.send(nextRequest())
      else free.push(client)
    }
    const address = addresses[all.length % addresses.length]
    const client = createClient({ port, address, newConnections, onConnect: (ms) => connects.push(ms), onResponse })
    all.push(client)
    return client
  }

  if ('connections' in arrivals) for (let n = 0; n < arrivals.connections; n += 1) open().send(nextRequest())
  else {
    const start = performance.now()
    let sent = 0
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const now = performance.now()
        for (const due = ((Math.min(now, end) - start) / 1_000) * arrivals.rate; sent < due; sent += 1) {
          const client = free.pop() ?? (all.length < MAX_CONNECTIONS ? open() : undefined)
          if (client) client.send(nextRequest())
          else unsent += 1
        }
        if (now < end) return
        clearInterval(timer)
        resolve()
      }, TICK_MS)
    })
  }
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (performance.now() < end || (free.length < all.length && performance.now() < end + drainMs)) return
      clearInterval(timer)
      resolve()
    }, 20)
  })
  if (free.length < all.length)
    latencies[0] = [...(latencies[0] ?? []), ...Array(all.length - free.length).fill(drainMs)]
  for (const client of all) client.destroy()
  for (const values of [...Object.values(latencies), connects]) values.sort((a, b) => a - b)
  return { latencies, connects, unsent }
}

/** Makes the request the last one of its connection. */
function lastOne(request: string): string {
  return request.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')
}

process.once('message', async (load: Load) => {
  process.send?.(await run(load), () => process.exit(0))
})
