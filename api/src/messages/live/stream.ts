import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '@portal/contracts/live-event'
import type { Hint } from './notify.ts'

/** Hints are gathered for this time. Up to `MAX_HINTS` are sent one by one; more become one `resync`. */
const GATHER_MS = 100
const MAX_HINTS = 5
/** A slow page with more buffered bytes is disconnected. It reconnects and gets a `resync`. */
const MAX_BUFFERED_BYTES = 64 * 1024
const RECONNECT_MS = 3_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A stopping server need not wait for this connection.
  connection: 'close',
  // A proxy that buffers the response would delay the hints.
  'x-accel-buffering': 'no',
}

/** The signed-in user that a stream is for. */
export type StreamOwner = { id: string; sessionId: string }

/** The event stream of one page. It gathers hints from the start, and sends them from `begin` on. */
export class Stream {
  readonly userId: string
  readonly sessionId: string
  /** When the next heartbeat is due, in milliseconds of `performance.now()`. */
  beatAt = 0
  #response: ServerResponse | undefined
  #last: number | undefined
  #gathered: LiveEvent[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #reconnectMs = RECONNECT_MS

  constructor({ id, sessionId }: StreamOwner) {
    this.userId = id
    this.sessionId = sessionId
  }

  get hasBegun(): boolean {
    return this.#response !== undefined
  }

  /**
   * Begins the response, and sends hints after `newest`, the current number of the feed. The page has seen all up to
   * `seen`.
   */
  begin(response: ServerResponse, newest: number, seen: number): void {
    this.#response = response
    response.writeHead(200, headers)
    this.#write(retry(this.#reconnectMs))
    if (this.#isClosed) {
      response.end()
      return
    }
    this.#last = newest
    if (seen !== newest) this.resync()
    this.#flush()
  }

  hint(seq: number, hint: Hint): void {
    this.#gathered.push({ seq, ...hint })
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS).unref()
  }

  /** Makes the page request its data, since hints may have been lost. */
  resync(): void {
    if (this.#last !== undefined) this.#send({ seq: this.#last, type: 'resync' })
  }

  /** Sends a heartbeat: proxies close a silent connection. */
  beat(): void {
    this.#write(': beat\n\n')
  }

  /** Ends the stream, immediately or as soon as it begins. The page opens the next one after `reconnectMs`. */
  close(reconnectMs?: number): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    if (reconnectMs !== undefined) {
      this.#reconnectMs = reconnectMs
      this.#write(retry(reconnectMs))
    }
    this.#response?.end()
  }

  #flush(): void {
    this.#timer = undefined
    if (this.#last === undefined) return
    const since = this.#last
    const hints = this.#gathered.filter(({ seq }) => seq > since)
    this.#gathered = []
    const newest = hints.at(-1)
    if (!newest) return
    this.#last = newest.seq
    const hasGap = newest.seq !== since + hints.length
    if (hasGap || hints.length > MAX_HINTS) this.resync()
    else for (const hint of hints) this.#send(hint)
  }

  #send(event: LiveEvent): void {
    this.#write(`id: ${event.seq}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`)
  }

  #write(text: string): void {
    if (!this.#response || this.#response.writableEnded) return
    this.#response.write(text)
    if (this.#response.writableLength > MAX_BUFFERED_BYTES) this.#response.destroy()
  }
}

/** Makes the page wait before it opens the next stream. */
function retry(milliseconds: number): string {
  return `retry: ${Math.round(milliseconds)}\n\n`
}
