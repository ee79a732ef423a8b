import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '@portal/shared/contracts/live-event'
import type { Hint } from './notify.ts'

/** Milliseconds in which hints are gathered: what repeats itself meanwhile is told once. */
const gatherFor = 100
/** Bytes that a slow page may owe; it comes back and starts anew. */
const debtLimit = 64 * 1024

export type Stream = ReturnType<typeof openStream>

/** One page that listens. Silent until `begin`. */
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
    for (const event of hasGap || repeats(hints) ? [{ seq: newest.seq, type: 'resync' as const }] : hints) write(event)
  }

  function write(event: LiveEvent): void {
    raw.write(`id: ${event.seq}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`)
    if (raw.writableLength > debtLimit) raw.destroy()
  }

  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // The connection ends with the stream: a stopping server need not wait for it.
    connection: 'close',
    // A proxy that gathers the answer would hold the hints back.
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 3000\n\n')

  return {
    /** The page has seen everything up to `seen`; `newest` is where the feed stands. Hints wait until this is known. */
    begin(newest: number, seen: number = newest): void {
      last = newest
      if (seen !== newest) write({ seq: newest, type: 'resync' })
      flush()
    },
    hint(seq: number, hint: Hint): void {
      gathered.push({ seq, ...hint })
      timer ??= setTimeout(flush, gatherFor).unref()
    },
    /** Hints may have been lost on the way here. */
    resync(): void {
      write({ seq: last ?? 0, type: 'resync' })
    },
    /** Keeps proxies from closing a silent connection. */
    beat: () => raw.write(': beat\n\n'),
    close(): void {
      clearTimeout(timer)
      raw.end()
    },
  }
}

function repeats(hints: readonly LiveEvent[]): boolean {
  return new Set(hints.map(({ seq: _, ...hint }) => JSON.stringify(hint))).size < hints.length
}
