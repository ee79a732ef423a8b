import { LiveEvent } from '@portal/contracts/live-event'
import { onClockTick } from '@portal/shared/http/clock'
import { invalidate } from '@portal/shared/http/query'
import { today } from '@portal/shared/session/today'
import type { QueryClient } from '@tanstack/react-query'
import { affected, polled, withoutGap } from './invalidation.ts'
import { tipArrived } from './new-tips.ts'

const POLL_INTERVAL_MS = 10_000
const MAX_REOPEN_DELAY_MS = 60_000
/** Open pages request the figures of the new day within this time, not all at the same moment. */
const MIDNIGHT_SPREAD_MS = 20_000

/**
 * Keeps the screen up to date by hints from the server's event stream, and by polling every 10 s where the stream does
 * not hold. A hidden page requests nothing and catches up when it is shown again: each stream resumes from `lastSeq`,
 * the newest hint that the page knows of, and the server reports at its beginning whether there were others. Returns a
 * function that ends it.
 */
export function startLiveUpdates(client: QueryClient, lastSeq: number): () => void {
  let stream: EventSource | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const refresh = (type: LiveEvent['type']) => void invalidate(client, ...affected[type])

  function open(): void {
    stream = new EventSource(`/api/v1/events?after=${lastSeq}`)
    stream.addEventListener('open', () => {
      failures = 0
      clearTimeout(timer)
    })
    stream.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const event = LiveEvent.safeParse(JSON.parse(data))
      if (!event.success) return
      refresh(withoutGap(event.data, lastSeq))
      lastSeq = event.data.seq
      tipArrived(client, event.data)
    })
    stream.addEventListener('error', () => {
      close()
      failures += 1
      // Pages must not reconnect at the same moment when a server is back.
      const spread = 0.75 + Math.random() / 2
      poll(performance.now() + Math.min(MAX_REOPEN_DELAY_MS, 1000 * 2 ** failures) * spread)
    })
  }

  /** Polls until it is time to connect to the stream again. */
  function poll(reopenAt: number): void {
    const delayMs = Math.min(POLL_INTERVAL_MS, Math.max(0, reopenAt - performance.now()))
    timer = setTimeout(() => {
      if (performance.now() >= reopenAt) return open()
      void invalidate(client, ...polled)
      poll(reopenAt)
    }, delayMs)
  }

  function close(): void {
    clearTimeout(timer)
    stream?.close()
    stream = undefined
  }

  function visibilityChanged(): void {
    close()
    if (document.visibilityState === 'visible') open()
  }

  const stopRefreshingDays = refreshEachDay(client)
  open()
  document.addEventListener('visibilitychange', visibilityChanged)
  return () => {
    stopRefreshingDays()
    document.removeEventListener('visibilitychange', visibilityChanged)
    close()
  }
}

/**
 * Refreshes at midnight, when sums of a day, a month and a limit begin again without a hint. Returns a function that
 * ends it.
 */
function refreshEachDay(client: QueryClient): () => void {
  let day = today()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopTicks = onClockTick(() => {
    if (day === today() || document.visibilityState === 'hidden') return
    day = today()
    clearTimeout(timer)
    timer = setTimeout(() => void invalidate(client, ...polled), Math.random() * MIDNIGHT_SPREAD_MS)
  })
  return () => {
    stopTicks()
    clearTimeout(timer)
  }
}
