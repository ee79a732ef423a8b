import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Metrics } from '../../http/metrics.ts'

const pushResults = ['sent', 'postponed', 'given_up', 'gone', 'session_ended', 'key_removed'] as const
type PushResult = (typeof pushResults)[number]

const counts = new Map<PushResult, number>(pushResults.map((result) => [result, 0]))

export function countPush(result: PushResult): void {
  counts.set(result, (counts.get(result) ?? 0) + 1)
}

/** The results of messages since the start of this process. */
export function pushCounts(): Iterable<[PushResult, number]> {
  return counts
}

/** Registers metrics of push messages: results in this process since its start, and late messages in the database. */
export function registerPushGauges(metrics: Metrics, db: Db): void {
  metrics.gauge(
    {
      name: 'portal_push_messages',
      help: 'Push messages since the start, by what became of them; ended subscriptions too',
      labels: ['result'],
    },
    () => [...pushCounts()].map(([result, value]) => ({ labels: { result }, value })),
  )
  metrics.gauge({ name: 'portal_push_subscriptions', help: 'Browsers that push messages are sent to' }, async () => {
    const { rows } = await sql<{ value: number }>`select count(*)::int as value from push_subscription`.execute(db)
    return rows
  })
  metrics.gauge(
    { name: 'portal_push_lag_seconds', help: 'How long the push message has waited that a worker should send next' },
    async () => {
      const { rows } = await sql<{ value: number }>`
        select coalesce(extract(epoch from clock_timestamp() - least(
          (select min(next_attempt_at) from push_message where next_attempt_at <= statement_timestamp()),
          (select min(created_at) from push_event))), 0)::float8 as value`.execute(db)
      return rows
    },
  )
}
