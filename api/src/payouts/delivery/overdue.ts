import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** An unfinished payout is reported once at each of these ages. */
export const OVERDUE_AGES_SECONDS = { '10m': 600, '1h': 3_600 }

type Overdue = { id: string; bank: string | null; attempts: number; age: number; level: number }

/** Logs each unfinished payout once at each age, whichever process notices it first. */
export async function reportOverduePayouts({ db, log }: { db: Db; log: FastifyBaseLogger }): Promise<void> {
  const level = sql`(case when created_at < clock_timestamp() - make_interval(secs => ${OVERDUE_AGES_SECONDS['1h']}) then 2 else 1 end)`
  const { rows } = await sql<Overdue>`
    update payout set overdue_level = ${level}
    where id in (
      select id from payout
      where status in ('pending', 'processing') and review is distinct from 'open'
        and created_at < statement_timestamp() - make_interval(secs => ${OVERDUE_AGES_SECONDS['10m']})
        and overdue_level < ${level}
      order by created_at for update skip locked)
    returning id, bank, attempts, overdue_level as level,
      floor(extract(epoch from clock_timestamp() - created_at))::int as age`.execute(db)
  for (const { id, bank, attempts, age, level } of rows) {
    const line = { payoutId: id, bank, attempts, seconds: age }
    if (level === 2) log.error(line, 'a payout is unfinished for more than an hour')
    else log.warn(line, 'a payout is unfinished for more than ten minutes')
  }
}

/**
 * Makes payouts due whose next attempt is more than a day ahead: retries follow within minutes, so a clock that was
 * wrong has planned it. A payout that is held has no next attempt.
 */
export async function makeMisdatedPayoutsDue(db: Db): Promise<void> {
  await sql`
    update payout set next_attempt_at = clock_timestamp()
    where status in ('pending', 'processing') and next_attempt_at > statement_timestamp() + interval '1 day'
      and next_attempt_at < 'infinity'`.execute(db)
}

type Unfinished = { bank: string; oldest: number; overdue: Record<keyof typeof OVERDUE_AGES_SECONDS, number> }

/** Returns, for each bank with unfinished payouts, the age of the oldest in seconds and how many exceed each age. */
export async function countUnfinishedPayouts(db: Db): Promise<Unfinished[]> {
  const { rows } = await sql<Unfinished>`
    select coalesce(bank, 'unassigned') as bank, max(age)::float8 as oldest, json_build_object(
      '10m', count(*) filter (where age > ${OVERDUE_AGES_SECONDS['10m']}),
      '1h', count(*) filter (where age > ${OVERDUE_AGES_SECONDS['1h']})) as overdue
    from (
      select bank, extract(epoch from clock_timestamp() - created_at) as age from payout
      where status in ('pending', 'processing') and review is distinct from 'open') as unfinished
    group by bank order by bank`.execute(db)
  return rows
}
