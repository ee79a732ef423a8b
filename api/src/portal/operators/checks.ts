import type { PortalCheck } from '@portal/contracts/admin/overview'
import type { Metrics } from '../../http/metrics.ts'

type Rule = {
  alert: string
  metric: string
  /** Only samples with these labels. */
  labels?: Record<string, string>
  limit: number
  /** `age`: the metric is a time in seconds, and its age counts. */
  is?: 'age' | 'seconds'
}

/** The rules of `docs/deploy/alerts.yml` that operators act on. A test compares both. */
export const rules: readonly Rule[] = [
  { alert: 'LedgerDoesNotAddUp', metric: 'portal_ledger_discrepancies', limit: 0 },
  { alert: 'LedgerNotChecked', metric: 'portal_ledger_checked_timestamp_seconds', limit: 3 * 3600, is: 'age' },
  { alert: 'LedgerDrifts', metric: 'portal_ledger_drift', limit: 0 },
  { alert: 'LedgerDriftNotChecked', metric: 'portal_ledger_drift_checked_timestamp_seconds', limit: 300, is: 'age' },
  {
    alert: 'PayoutUnfinishedForTenMinutes',
    metric: 'portal_payouts_overdue',
    labels: { older_than: '10m' },
    limit: 0,
  },
  { alert: 'PayoutsWait', metric: 'portal_payout_lag_seconds', limit: 60, is: 'seconds' },
  { alert: 'PayoutsInReview', metric: 'portal_payouts_in_review', limit: 0 },
  { alert: 'PayoutDecisionWaits', metric: 'portal_payout_decisions_open', limit: 0 },
  { alert: 'OperatorProposalWaits', metric: 'portal_operator_proposals', limit: 0 },
  { alert: 'ProviderPaidOtherwise', metric: 'portal_reconciliation_open_lines', limit: 0 },
  {
    alert: 'ProviderNotReconciled',
    metric: 'portal_reconciliation_day_timestamp_seconds',
    limit: 36 * 3600,
    is: 'age',
  },
  { alert: 'SecurityNoticesWait', metric: 'portal_security_notice_oldest_seconds', limit: 600, is: 'seconds' },
]

/** Evaluates the rules by the metrics of this process. A metric with labels and without a value gives no line. */
export async function readChecks(metrics: Metrics): Promise<PortalCheck[]> {
  return (await Promise.all(rules.map((rule) => readCheck(metrics, rule)))).flat()
}

async function readCheck(metrics: Metrics, { alert, metric, labels = {}, limit, is }: Rule): Promise<PortalCheck[]> {
  const samples = (await metrics.read(metric)).filter((sample) =>
    Object.entries(labels).every(([name, value]) => sample.labels[name] === value),
  )
  const unit = is ? 'seconds' : 'count'
  return samples.map((sample) => {
    const value = is === 'age' ? ageSeconds(sample.value) : sample.value
    return { alert, labels: sample.labels, unit, value, limit, is_alerting: value !== null && value > limit }
  })
}

/** Null before the first time. */
function ageSeconds(timestamp: number): number | null {
  return timestamp === 0 ? null : Math.max(0, Math.round(Date.now() / 1000 - timestamp))
}
