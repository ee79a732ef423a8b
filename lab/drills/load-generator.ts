// load.ts runs this in another process, so that it shares no event loop with the portal that it measures. It uses raw
// sockets, because Node's HTTP client takes twice to eight times as much of the machine's two cores.
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

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
  hasNewConnections?: boolean
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
  /** The sorted latencies of requests in milliseconds by response status, which is 0 without a response. */
  latencies: Record<number, number[]>
  /** The number of requests that found no free connection. */
  unsent: number
  /** The number of responses with `counted` in their heads. */
  counted: number
}

const MAX_CLIENTS = 4_000
const TICK_MS = 5
const DRAIN_CHECK_INTERVAL_MS = 20

type Response = { status: number; ms: number; head: string }

/** Sends one request after the other, on one connection or on a new one each time. */
class Client {
  readonly #open: () => Socket
  readonly #isKept: boolean
  #socket: Socket | undefined
  #onEnd: ((status: number) => void) | undefined
  #head = ''
  #missingBytes = -1

  constructor(open: () => Socket, isKept: boolean) {
    this.#open = open
    this.#isKept = isKept
  }

  /** The status of the response is 0 when the connection breaks before its end. */
  send(request: Buffer): Promise<Response> {
    const start = performance.now()
    this.#head = ''
    this.#missingBytes = -1
    this.#socket ??= this.#connect()
    this.#socket.write(request)
    return new Promise((resolve) => {
      this.#onEnd = (status) => {
        this.#onEnd = undefined
        if (!this.#isKept) this.destroy()
        resolve({ status, ms: performance.now() - start, head: this.#head })
      }
    })
  }

  destroy(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #connect(): Socket {
    const socket = this.#open()
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#onEnd?.(0)
    })
    return socket
  }

  #read(chunk: Buffer): void {
    if (this.#missingBytes < 0) {
      this.#head += chunk.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)
      // A response without a length ends with its last chunk.
      if (!length && !this.#head.endsWith('\r\n0\r\n\r\n')) return
      this.#missingBytes = length ? Number(length[1]) - (this.#head.length - end - 4) : 0
    } else this.#missingBytes -= chunk.length
    if (this.#missingBytes <= 0) this.#onEnd?.(Number(this.#head.slice(9, 12)))
  }
}

class Generator {
  readonly #load: Load
  readonly #requests: Buffer[]
  readonly #result: LoadResult = { latencies: {}, unsent: 0, counted: 0 }
  readonly #clients: Client[] = []
  readonly #free: Client[] = []
  #connected = 0
  #next: number

  constructor(load: Load) {
    this.#load = load
    const toBytes = (request: string) => (load.hasNewConnections ? withConnectionClose(request) : request)
    this.#requests = load.requests.map((request) => Buffer.from(toBytes(request), 'latin1'))
    this.#next = Math.floor(Math.random() * this.#requests.length)
  }

  async run(): Promise<LoadResult> {
    const { arrivals, seconds, drainMs = 20_000 } = this.#load
    const end = performance.now() + seconds * 1_000
    if ('rate' in arrivals) await this.#sendAtRate(arrivals.rate, end)
    else {
      for (let n = 0; n < arrivals.connections; n += 1) void this.#sendUntil(end, this.#newClient())
      await delay(seconds * 1_000)
    }
    const isDrained = () => this.#free.length === this.#clients.length
    while (!isDrained() && performance.now() < end + drainMs) await delay(DRAIN_CHECK_INTERVAL_MS)
    const missing = this.#clients.length - this.#free.length
    for (let n = 0; n < missing; n += 1) this.#add({ status: 0, ms: drainMs, head: '' })
    for (const client of this.#clients) client.destroy()
    for (const times of Object.values(this.#result.latencies)) times.sort((a, b) => a - b)
    return this.#result
  }

  async #sendAtRate(rate: number, end: number): Promise<void> {
    const start = performance.now()
    for (let sent = 0, now = start; now < end; await delay(TICK_MS)) {
      now = Math.min(performance.now(), end)
      for (; sent < ((now - start) / 1_000) * rate; sent += 1) {
        const client = this.#free.pop() ?? (this.#clients.length < MAX_CLIENTS ? this.#newClient() : undefined)
        if (client) void this.#sendUntil(0, client)
        else this.#result.unsent += 1
      }
    }
  }

  /** Sends one request, and others after its response until the end. */
  async #sendUntil(end: number, client: Client): Promise<void> {
    do {
      this.#add(await client.send(this.#requests[this.#next++ % this.#requests.length] as Buffer))
    } while (performance.now() < end)
    this.#free.push(client)
  }

  #newClient(): Client {
    const { port, addresses = [], hasNewConnections = false } = this.#load
    const open = () => {
      const localAddress = addresses[this.#connected++ % addresses.length]
      return connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) })
    }
    const client = new Client(open, !hasNewConnections)
    this.#clients.push(client)
    return client
  }

  #add({ status, ms, head }: Response): void {
    const { counted } = this.#load
    if (counted && head.toLowerCase().includes(counted)) this.#result.counted += 1
    this.#result.latencies[status] ??= []
    this.#result.latencies[status].push(ms)
  }
}

/** Makes the request the last one of its connection. */
function withConnectionClose(request: string): string {
  return request.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')
}

process.once('message', async (load: Load) => {
  process.send?.(await new Generator(load).run(), () => process.exit(0))
})
