import type { TelemetryEvent } from '@portal/shared/contracts/telemetry'
import type { FastifyBaseLogger } from 'fastify'

/** Milliseconds. */
const window = 10 * 60 * 1000
/** Different ones within a window. */
const most = 300

/** Faults in pages as lines of the log: of one fault its 1st, 10th, 100th… within ten minutes. */
export function createFaultLog(log: FastifyBaseLogger) {
  let opened = 0
  const seen = new Map<string, number>()

  return (fault: TelemetryEvent): void => {
    if (Date.now() - opened > window) {
      seen.clear()
      opened = Date.now()
    }
    const { kind, remote, version, name, message } = fault
    const key = JSON.stringify([kind, remote, version, name, message])
    const times = (seen.get(key) ?? 0) + 1
    if (times === 1 && seen.size >= most) return
    seen.set(key, times)
    if (Number.isInteger(Math.log10(times))) log.warn({ fault, times }, 'fault in a page')
  }
}
