import type { Db } from '../../db/connect.ts'
import type { Metrics } from '../../http/metrics.ts'
import { openProposals } from './second-operator.ts'

export function proposalGauge(metrics: Metrics, db: Db): void {
  const help = 'What operators have proposed and no other one has confirmed'
  metrics.gauge({ name: 'portal_operator_proposals', help }, async () => [{ value: (await openProposals(db)).length }])
}
