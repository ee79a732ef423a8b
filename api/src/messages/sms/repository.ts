import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import type { SentSms } from './providers/provider.ts'

/** The time until a provider is asked about a message again, after each question. */
const CHECK_INTERVALS_SECONDS = [10, 20, 60, 300, 1_800, 7_200, 21_600, 43_200] as const

/** `isFindable`: whether the provider can be asked about the message if this process ends before the response. */
export async function addSmsMessage(
  db: Db,
  {
    isFindable,
    ...message
  }: Pick<Insertable<Database['sms_message']>, 'phone' | 'provider' | 'segments'> & { isFindable: boolean },
): Promise<number> {
  const { id } = await db
    .insertInto('sms_message')
    .values({ ...message, next_check_at: isFindable ? inSeconds(60) : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type MessageState = Selectable<Database['sms_message']>['state']

/** `nextCheckIn`: seconds until the provider is asked about the delivery; null for never. */
export type SendResult = {
  state: MessageState
  reason?: string
  provider_id?: string | null
  cost?: number | undefined
  balance?: number | undefined
  nextCheckIn: number | null
}

export async function setSendResult(db: Db, id: number, { nextCheckIn, ...result }: SendResult): Promise<void> {
  const next_check_at = nextCheckIn === null ? null : inSeconds(nextCheckIn)
  await db
    .updateTable('sms_message')
    .set({ ...result, next_check_at })
    .where('id', '=', id)
    .execute()
}

/** Returns the provider of the newest message to the phone if that message has not arrived within the given time. */
export async function findProviderWithoutDelivery(
  db: Db,
  phone: string,
  withinSeconds: number,
): Promise<string | undefined> {
  const newest = await db
    .selectFrom('sms_message')
    .select(['provider', 'state'])
    .where('phone', '=', phone)
    .where('state', '<>', 'rejected')
    .where('created_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${withinSeconds})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest === undefined || newest.state === 'delivered' ? undefined : newest.provider
}

export type DueCheck = SentSms & { provider: string; state: MessageState }

/** Leases messages about which providers must be asked. Other processes lease other messages. */
export async function leaseDueChecks(db: Db, limit: number): Promise<DueCheck[]> {
  const { rows } = await sql<DueCheck>`
    update sms_message set
      checks = checks + 1,
      next_check_at = clock_timestamp() + make_interval(secs => (${sql.val([...CHECK_INTERVALS_SECONDS])}::int[])[checks + 1])
    where id in (
      select id from sms_message where next_check_at <= statement_timestamp()
      order by next_check_at limit ${limit} for update skip locked)
    returning id, phone, provider, provider_id as "providerId", state`.execute(db)
  return rows
}

type Report = { state?: MessageState; reason?: string | null; cost?: number | undefined; isFinal: boolean }

export async function setReport(db: Db, id: number, { isFinal, cost, ...report }: Report): Promise<void> {
  const changes = { ...report, ...(cost !== undefined && { cost }), ...(isFinal && { next_check_at: null }) }
  if (Object.keys(changes).length === 0) return
  await db.updateTable('sms_message').set(changes).where('id', '=', id).execute()
}

function inSeconds(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
}
