import type { TelemetryEvent } from '@portal/contracts/telemetry'

// The endpoint is `reportTelemetry`. The contract itself would bring zod along, which weighs more than all of this.
const TELEMETRY_PATH = '/api/v1/telemetry'
const MAX_BATCH = 50

/** An event waits for others this long. */
const FLUSH_DELAY_MS = 30_000
/** The limit of the contract. A computer that slept took longer. */
const MAX_VALUE_MS = 600_000

/** Sends events together: when the page is left or put aside, or after a while. What cannot be sent is dropped. */
export function createOutbox() {
  const events: TelemetryEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    while (events.length > 0) send(events.splice(0, MAX_BATCH))
  }

  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
  addEventListener('pagehide', flush)

  return {
    add(event: TelemetryEvent): void {
      const { value } = event
      events.push(
        value === undefined ? event : { ...event, value: Math.min(MAX_VALUE_MS, Math.round(value * 1000) / 1000) },
      )
      timer ??= setTimeout(flush, FLUSH_DELAY_MS)
    },
  }
}

function send(events: TelemetryEvent[]): void {
  navigator.sendBeacon(TELEMETRY_PATH, new Blob([JSON.stringify({ events })], { type: 'application/json' }))
}
