import type { TelemetryEvent } from '@portal/contracts/telemetry'
import type { FastifyBaseLogger } from 'fastify'

const WINDOW_MS = 10 * 60 * 1000

/**
 * Logs faults of pages: the 1st, 10th, 100th… report of a fault within ten minutes, and at most `maxFaults` different
 * faults. Signed-in users and anonymous clients have separate logs, so that made-up faults cannot hide those of users.
 */
export function createFaultLog(log: FastifyBaseLogger, reporter: 'user' | 'stranger', maxFaults: number) {
  let opened = 0
  const seen = new Map<string, number>()

  return (fault: TelemetryEvent): void => {
    if (Date.now() - opened > WINDOW_MS) {
      seen.clear()
      opened = Date.now()
    }
    const { kind, remote, version, name, message, place } = fault
    const key = JSON.stringify([kind, remote, version, name, message, place])
    const times = (seen.get(key) ?? 0) + 1
    if (times === 1 && seen.size >= maxFaults) return
    seen.set(key, times)
    if (Number.isInteger(Math.log10(times))) log.warn({ fault, times, reporter }, 'fault in a page')
  }
}
