import type { TelemetryEvent } from '@portal/contracts/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import type { FaultExport } from './fault-export.ts'

const WINDOW_MS = 10 * 60 * 1000

type Options = {
  reporter: 'user' | 'stranger'
  maxFaults: number
  /** Sends what is logged to a tool of the operator. */
  faultExport: FaultExport | undefined
}

/**
 * Logs faults of pages: the 1st, 10th, 100th… report of a fault within ten minutes, and at most `maxFaults` different
 * faults. Signed-in users and anonymous clients have separate logs, so that made-up faults cannot hide those of users.
 */
export function createFaultLog(log: FastifyBaseLogger, { reporter, maxFaults, faultExport }: Options) {
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
    if (!Number.isInteger(Math.log10(times))) return
    log.warn({ fault, times, reporter }, 'fault in a page')
    faultExport?.add({ ...fault, times, reporter })
  }
}
