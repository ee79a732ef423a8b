import { setTimeout as delay } from 'node:timers/promises'

const POLL_INTERVAL_MS = 1_000

type Outbox = {
  /** Sends what is due and returns how many messages that were. */
  sendDue: (stopping: AbortSignal) => Promise<number>
  /** After a full batch the next one follows at once. */
  maxBatch: number
  intervalMs?: number
  onFailure: (err: unknown) => void
}

/** Looks for what is due once a second, or in another interval, until it is stopped. */
export function pollOutbox({ sendDue, maxBatch, intervalMs = POLL_INTERVAL_MS, onFailure }: Outbox): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const sent = await sendDue(stopping.signal).catch((err: unknown) => {
        onFailure(err)
        return 0
      })
      if (sent < maxBatch) await delay(intervalMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = loop()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
