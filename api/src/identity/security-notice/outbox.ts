import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Metrics } from '../../http/metrics.ts'
import { LEASE_SECONDS, MAX_ATTEMPTS, RETRY_DELAYS_SECONDS } from '../../jobs/retries.ts'
import type { MessageDependencies } from '../../messages/dependencies.ts'

const MAX_BATCH = 10
/** Older notices are not sent after a long standstill, because the user no longer expects them. */
const MAX_AGE_HOURS = 24

type Deps = Pick<MessageDependencies, 'db' | 'sms' | 'log'>

type DueNotice = { id: number; userId: string; phone: string; text: string; attempt: number; isTooOld: boolean }

/**
 * Sends up to ten due notices, those to one phone in order, and returns how many were due. Several processes may run it
 * at the same time. If the process ends after a message and before the deletion of its row, the message is sent again:
 * a duplicate does less harm than a lost notice. After `stopping` is aborted no further message is sent; another
 * process sends the rest when their lease ends.
 */
export async function sendDueNotices({ db, sms, log }: Deps, stopping?: AbortSignal): Promise<number> {
  const due = await leaseDueNotices(db)
  const byPhone = Map.groupBy(
    due.toSorted((a, b) => a.id - b.id),
    ({ phone }) => phone,
  )
  await Promise.all(
    [...byPhone.values()].map(async (notices) => {
      for (const notice of notices) if (!stopping?.aborted) await send(notice)
    }),
  )
  return due.length

  async function send({ id, userId, phone, text, attempt, isTooOld }: DueNotice): Promise<void> {
    const retryDelay = isTooOld ? undefined : RETRY_DELAYS_SECONDS[attempt - 1]
    try {
      // If the process has ended at each attempt, the message may be the reason.
      if (isTooOld || attempt > MAX_ATTEMPTS) throw new Error('too old, or too many attempts')
      await sms.send({ phone, text })
    } catch (err) {
      if (retryDelay !== undefined) {
        log.warn({ err, userId, attempt }, 'a security notice is not sent yet')
        return await postpone(db, id, retryDelay)
      }
      log.error({ err, userId, attempt }, 'a security notice is given up')
    }
    await deleteNotice(db, id)
  }
}

async function leaseDueNotices(db: Db): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    update security_notice set
      attempts = attempts + 1,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from security_notice where next_attempt_at <= statement_timestamp()
      order by next_attempt_at limit ${MAX_BATCH} for update skip locked)
    returning id, user_id as "userId", phone, text, attempts as attempt,
      created_at < clock_timestamp() - make_interval(hours => ${MAX_AGE_HOURS}) as "isTooOld"`.execute(db)
  return rows
}

async function postpone(db: Db, id: number, seconds: number): Promise<void> {
  const next_attempt_at = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
  await db.updateTable('security_notice').set({ next_attempt_at }).where('id', '=', id).execute()
}

async function deleteNotice(db: Db, id: number): Promise<void> {
  await db.deleteFrom('security_notice').where('id', '=', id).execute()
}

/** Registers gauges of the notices that are not sent yet. Each process reads the same values from the database. */
export function registerNoticeGauges(metrics: Metrics, db: Db): void {
  metrics.gauge(
    { name: 'portal_security_notices_waiting', help: 'Security notices that are not sent yet' },
    async () => {
      const { rows } = await sql<{ value: number }>`select count(*)::int as value from security_notice`.execute(db)
      return rows
    },
  )
  metrics.gauge(
    { name: 'portal_security_notice_oldest_seconds', help: 'How long the oldest of them waits' },
    async () => {
      const { rows } = await sql<{ value: number }>`
        select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as value
        from security_notice`.execute(db)
      return rows
    },
  )
}
