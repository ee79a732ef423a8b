// load.ts runs this in another process, so that it shares no event loop with the portal that it measures. It uses raw
// sockets, because an HTTP client takes as much of the machine's two cores as the portal does.
import { connect, type Socket } from 'node:net'

export type Load = {
  port: number
  /** The bytes of each request, one character each. The requests are sent in turn. */
  requests: string[]
  seconds: number
  /**
   * `rate` is in requests per second, independent of responses.
   * Each of `connections` sends its next one after a response.
   */
  arrivals: { rate: number } | { connections: number }
  /** Each request is sent on a new connection, as by clients without keep-alive. */
  newConnections?: boolean
  /**
   * New connections use these addresses of this machine, such as `127.0.3.4`, in turn.
   * By default the system chooses one.
   */
  addresses?: string[]
  /** A response that is missing this long after the last request counts as a network error. */
  drainMs?: number
  /** Responses whose head contains this text are counted; the head is read in small letters. */
  counted?: string
}

export type LoadResult = {
  /** Sorted milliseconds of requests by the status of their response; the status is 0 where none came. */
  latencies: Record<number, number[]>
  /** Sorted milliseconds until the system had connected. */
  connects: number[]
  /** The number of requests that found no free connection. */
  unsent: number
  /** The number of responses with `counted` in their heads. */
  counted: number
}

const MAX_CONNECTIONS = 4_000
const TICK_MS = 5
const DRAIN_CHECK_INTERVAL_MS = 20

type Client = { send(request: Buffer): void; destroy(): void }

type ClientOptions = {
  port: number
  nextAddress: () => string | undefined
  newConnections: boolean
  onConnect: (ms: number) => void
  /** `status` is 0 when the connection breaks during a request. */
  onResponse: (client: Client, status: number, ms: number, head: string) => void
}

/** Sends one request after the other, on one connection or on a new one each time. */
function createClient({ port, nextAddress, newConnections, onConnect, onResponse }: ClientOptions): Client {
  let sentAt = 0
  let head = ''
  let missingBytes = -1
  let socket: Socket | undefined

  function finish(status: number): void {
    const ms = performance.now() - sentAt
    const received = head
    if (newConnections) disconnect()
    sentAt = 0
    head = ''
    missingBytes = -1
    onResponse(client, status, ms, received)
  }

  function disconnect(): void {
    const used = socket
    socket = undefined
    used?.destroy()
  }

  function open(): Socket {
    const start = performance.now()
    const address = nextAddress()
    const options = { port, host: '127.0.0.1', ...(address && { localAddress: address }) }
    const opened = connect(options, () => onConnect(performance.now() - start))
    opened.setNoDelay(true)
    opened.on('data', (chunk) => read(chunk))
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket !== opened) return
      socket = undefined
      if (sentAt > 0) finish(0)
    })
    return opened
  }

  function read(chunk: Buffer): void {
    if (missingBytes < 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(head)
      // A response without a length ends with its last chunk.
      if (!length && !head.endsWith('\r\n0\r\n\r\n')) return
      missingBytes = length ? Number(length[1]) - (head.length - end - 4) : 0
    } else missingBytes -= chunk.length
    if (missingBytes <= 0) finish(Number(head.slice(9, 12)))
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
  const { port, requests, seconds, arrivals, newConnections = false, addresses = [], drainMs = 20_000, counted } = load
  const bytes = requests.map((request) =>
    Buffer.from(newConnections ? withConnectionClose(request) : request, 'latin1'),
  )
  const latencies: Record<number, number[]> = {}
  const connects: number[] = []
  const all: Client[] = []
  const free: Client[] = []
  const end = performance.now() + seconds * 1_000
  let next = Math.floor(Math.random() * bytes.length)
  let connected = 0
  let unsent = 0
  let countedResponses = 0

  const nextAddress = () => addresses[connected++ % addresses.length]
  const nextRequest = () => bytes[next++ % bytes.length] as Buffer
  const open = () => {
    const onResponse = (client: Client, status: number, ms: number, head: string) => {
      if (counted && head.toLowerCase().includes(counted)) countedResponses += 1
      latencies[status] ??= []
      latencies[status].push(ms)
      if ('connections' in arrivals && performance.now() < end) client.send(nextRequest())
      else free.push(client)
    }
    const client = createClient({ port, nextAddress, newConnections, onConnect: (ms) => connects.push(ms), onResponse })
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
    }, DRAIN_CHECK_INTERVAL_MS)
  })
  if (free.length < all.length)
    latencies[0] = [...(latencies[0] ?? []), ...Array(all.length - free.length).fill(drainMs)]
  for (const client of all) client.destroy()
  for (const values of [...Object.values(latencies), connects]) values.sort((a, b) => a - b)
  return { latencies, connects, unsent, counted: countedResponses }
}

/** Makes the request the last one of its connection. */
function withConnectionClose(request: string): string {
  return request.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')
}

process.once('message', async (load: Load) => {
  process.send?.(await run(load), () => process.exit(0))
})
