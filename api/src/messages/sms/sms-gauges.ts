import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Metrics } from '../../http/metrics.ts'

/** Registers gauges of the delivery and cost of messages. Each process reads the same values from the database. */
export function registerSmsGauges(metrics: Metrics, db: Db): void {
  metrics.gauge(
    {
      name: 'portal_sms_messages',
      help: 'Messages of the last hour, by provider and state',
      labels: ['provider', 'state'],
    },
    async () => {
      const { rows } = await sql<{ provider: string; state: string; value: number }>`
        select provider, state, count(*)::int as value from sms_message
        where created_at > now() - interval '1 hour' group by provider, state`.execute(db)
      return rows.map(({ value, ...labels }) => ({ labels, value }))
    },
  )
  metrics.gauge(
    { name: 'portal_codes_of_one_user', help: 'The most codes that one user was sent in the last 24 hours' },
    async () => {
      const { rows } = await sql<{ value: number }>`
        select coalesce(max(codes), 0)::int as value from (
          select count(*) as codes from otp where created_at > now() - interval '1 day' group by subject) as by_user`.execute(
        db,
      )
      return rows
    },
  )
  metrics.gauge(
    {
      name: 'portal_sms_cost_rubles',
      help: 'What the messages of the last 24 hours cost, as far as reported',
      labels: ['provider'],
    },
    () => readLastDay(db, sql`coalesce(sum(cost), 0)::float8 / 100`),
  )
  metrics.gauge(
    {
      name: 'portal_sms_segments',
      help: 'Segments of the messages of the last 24 hours that were not rejected; each is billed',
      labels: ['provider'],
    },
    () => readLastDay(db, sql`coalesce(sum(segments) filter (where state <> 'rejected'), 0)::int`),
  )
  metrics.gauge(
    {
      name: 'portal_sms_balance_rubles',
      help: 'What remained on the account at the provider after the last message',
      labels: ['provider'],
    },
    async () => {
      const { rows } = await sql<{ provider: string; value: number }>`
        select distinct on (provider) provider, balance::float8 / 100 as value from sms_message
        where balance is not null order by provider, id desc`.execute(db)
      return rows.map(({ provider, value }) => ({ labels: { provider }, value }))
    },
  )
}

async function readLastDay(db: Db, value: ReturnType<typeof sql>) {
  const { rows } = await sql<{ provider: string; value: number }>`
    select provider, ${value} as value from sms_message
    where created_at > now() - interval '1 day' group by provider`.execute(db)
  return rows.map(({ provider, value: sum }) => ({ labels: { provider }, value: sum }))
}
