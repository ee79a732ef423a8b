import type { AppDependencies } from '../../http/app-dependencies.ts'
import type { Metrics } from '../../http/metrics.ts'
import { checkLedger } from './check-ledger.ts'

const INTERVAL_MS = 60 * 60 * 1000

/** Registers gauges of a check of the whole ledger, which this process makes once an hour while it is scraped. */
export function registerCheckGauges(metrics: Metrics, { db, log }: Pick<AppDependencies, 'db' | 'log'>): void {
  // The check reads the whole ledger, so its result is used for an hour, and no scrape waits for it.
  let checked: { at: number; found: number } | undefined
  let checking = false
  function check(): void {
    if (checking || (checked && Date.now() - checked.at < INTERVAL_MS)) return
    checking = true
    checkLedger(db)
      .then(({ checks }) => {
        checked = { at: Date.now(), found: checks.reduce((found, { differences }) => found + differences, 0) }
      })
      .catch((err: unknown) => log.warn({ err }, 'the ledger is not checked'))
      .finally(() => {
        checking = false
      })
  }
  metrics.gauge(
    { name: 'portal_ledger_discrepancies', help: 'Differences in the ledger, as `ledger check` lists them; must be 0' },
    () => {
      check()
      return checked ? [{ value: checked.found }] : []
    },
  )
  metrics.gauge({ name: 'portal_ledger_checked_timestamp_seconds', help: 'When that was looked at last' }, () => [
    // The value exists before the first check, because an alert about an old check ignores an absent series.
    { value: checked ? Math.round(checked.at / 1000) : 0 },
  ])
}
