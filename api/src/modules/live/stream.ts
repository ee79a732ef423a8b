import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '@portal/contracts/live-event'
import type { Hint } from './notify.ts'

/** Hints are gathered for this time; up to `MAX_HINTS` are sent one by one, more are one `resync`. */
const GATHER_MS = 100
const MAX_HINTS = 5
/** A slow page with more buffered bytes is disconnected; it reconnects and gets a `resync`. */
const MAX_BUFFERED_BYTES = 64 * 1024

export type Stream = ReturnType<typeof openStream>

/** The event stream of one page. It gathers hints from the start, and sends nothing until `begin`. */
export function openStream(raw: ServerResponse) {
  let last: number | undefined
  let gathered: LiveEvent[] = []
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    if (last === undefined) return
    const since = last
    const hints = gathered.filter(({ seq }) => seq > since)
    gathered = []
    const newest = hints.at(-1)
    if (!newest) return
    last = newest.seq
    const hasGap = newest.seq !== since + hints.length
    for (const event of hasGap || hints.length > MAX_HINTS ? [{ seq: newest.seq, type: 'resync' as const }] : hints)
      send(event)
  }

  function send(event: LiveEvent): void {
    write(`id: ${event.seq}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`)
  }

  function write(text: string): void {
    if (!raw.headersSent || raw.writableEnded) return
    raw.write(text)
    if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy()
  }

  function comeBackIn(milliseconds: number): void {
    write(`retry: ${Math.round(milliseconds)}\n\n`)
  }

  function writeHead(): void {
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // The connection ends with the stream: a stopping server need not wait for it.
      connection: 'close',
      // A proxy that buffers the response would delay the hints.
      'x-accel-buffering': 'no',
    })
  }

  return {
    /** Begins to send hints after `newest`, the current number of the feed. The page has seen all up to `seen`. */
    begin(newest: number, seen: number): void {
      if (raw.writableEnded) return
      writeHead()
      comeBackIn(3_000)
      last = newest
      if (seen !== newest) send({ seq: newest, type: 'resync' })
      flush()
    },
    hint(seq: number, hint: Hint): void {
      gathered.push({ seq, ...hint })
      timer ??= setTimeout(flush, GATHER_MS).unref()
    },
    /** Makes the page request its data, since hints may have been lost. */
    resync(): void {
      if (last !== undefined) send({ seq: last, type: 'resync' })
    },
    /** Sends a heartbeat: proxies close a silent connection. */
    beat: () => write(': beat\n\n'),
    /** Sets how long the page waits before it opens the next stream, once this one is closed. */
    comeBackIn,
    close(): void {
      clearTimeout(timer)
      // A page does not reconnect after a response that is not an event stream, such as one that ends without headers.
      if (!raw.headersSent) writeHead()
      raw.end()
    },
  }
}
