import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { serviceToken } from '../portal.ts'
import type { Drill } from '../run-drill.ts'
import { startBrokenPortal } from './broken-portal.ts'
import { causes } from './causes.ts'
import { startPrometheus } from './prometheus.ts'

/** The time within which an alert must fire after its cause. */
const FIRING_TIMEOUT_MS = 15_000
/** Their conditions take a cluster: `drill -- failover` has one. */
const TESTED_BY_FAILOVER = ['DatabaseWithoutPrimary', 'DatabaseWithoutStandby']
/** Their conditions take backups: `drill -- backup` has them. */
const TESTED_BY_BACKUP = ['ArchiveLate', 'RestoreNotProven']
/**
 * Their conditions take more than a drill of one machine has: more than 20 rejections a second of one caller for
 * minutes, more clients than files, and more concurrent queries than the 16 requests that a process serves; the number
 * of a transfer never goes back. Tests have their counts.
 */
const TESTED_BY_TESTS = ['CallersLimited', 'ConnectionsRefused', 'DatabaseConnectionsExhausted', 'LedgerMonthWrong']

/**
 * Provokes the alerts of docs/deploy/alerts.yml, one cause after the other,
 * and reports which of them fire in a Prometheus.
 */
export const alerts: Drill = async (running) => {
  const broken = await startBrokenPortal(running)
  const unused = `127.0.0.1:${await freePort()}`
  const prometheus = await startPrometheus(running, [`127.0.0.1:${broken.portal.port}`, unused], serviceToken)

  const fired = new Set<string>()
  for (const { alerts: expected, timeoutMs = FIRING_TIMEOUT_MS, provoke } of causes) {
    const restore = await provoke(broken)
    const provoked = performance.now()
    const deadline = provoked + timeoutMs
    while (expected.some((name) => !fired.has(name)) && performance.now() < deadline) {
      for (const name of await prometheus.firing()) fired.add(name)
      await delay(200)
    }
    const seconds = ((performance.now() - provoked) / 1000).toFixed(1)
    await restore?.()
    for (const name of expected) say(`${name}: ${fired.has(name) ? `fires, ${seconds} s` : 'DOES NOT FIRE'}`)
  }
  const provoked = causes.flatMap((cause) => cause.alerts)
  const silent = provoked.filter((name) => !fired.has(name))
  const untested = prometheus.names.filter(
    (name) => ![...provoked, ...TESTED_BY_TESTS, ...TESTED_BY_FAILOVER, ...TESTED_BY_BACKUP].includes(name),
  )
  return {
    figure: `${provoked.length - silent.length} of ${provoked.length} provoked alerts fire${untested.length > 0 ? `; not provoked: ${untested.join(', ')}` : ''}`,
    holds: silent.length === 0 && untested.length === 0,
  }
}
