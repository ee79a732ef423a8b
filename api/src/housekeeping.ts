import { sql } from 'kysely'
import type { Db } from './db/connect.ts'
import type { AppDependencies } from './http/app-dependencies.ts'
import { prepareMonths } from './modules/ledger/months.ts'
import { deleteOldRecords } from './modules/payouts/order/idempotency-record.ts'
import { imageStore } from './modules/uploads/configured-image-store.ts'
import { deleteUnusedImages } from './modules/uploads/delete-unused.ts'
import { deleteUnusedCards } from './modules/vault/vault.ts'

/** Milliseconds. */
const INTERVAL_MS = 60 * 60 * 1000
const MAX_AUDIT_EVENTS = 10_000

/** Deletes expired and unused rows. Replicas may run it at once. */
export async function tidyUp({ db, settings }: Pick<AppDependencies, 'db' | 'settings'>): Promise<void> {
  await sql`delete from session where expires_at < now() or last_seen_at < now() - interval '30 days'`.execute(db)
  await sql`delete from rate_limit where window_start < now() - interval '1 day'`.execute(db)
  await sql`delete from device where last_seen_at < now() - interval '1 year'`.execute(db)
  await sql`delete from order_confirmation where confirmed_at < now() - interval '1 day'`.execute(db)
  await sql`delete from otp where created_at < now() - interval '2 days'`.execute(db)
  await sql`delete from sms_message where created_at < now() - interval '7 days'`.execute(db)
  // Of a portal that has no keys any more, and so takes none.
  await sql`delete from push_event where created_at < now() - interval '1 day'`.execute(db)
  await sql`delete from webhook_message where signed_at < now() - interval '1 day'`.execute(db)
  await sql`delete from password_reset where expires_at < now()`.execute(db)
  await sql`delete from passkey_challenge where expires_at < now()`.execute(db)
  await deleteOldRecords(db)
  await sql`delete from telemetry where minute < now() - interval '14 days'`.execute(db)
  await sql`delete from telemetry_reporter where seen_at < now() - interval '14 days'`.execute(db)
  await sql`delete from live_release where reported_at < now() - interval '14 days'`.execute(db)
  await deleteOldAuditEvents(db, settings.auditYears)
  await deleteUnusedCards(db)
  await deleteUnusedImages(db, imageStore(settings))
}

/** In parts, since a statement has a time limit: years may be due at once where the setting was longer before. */
async function deleteOldAuditEvents(db: Db, years: number): Promise<void> {
  await sql`delete from audit_event where id in (
    select id from audit_event where at < now() - make_interval(years => ${years}) order by at limit ${MAX_AUDIT_EVENTS})`.execute(
    db,
  )
}

export function startHousekeeping(deps: Pick<AppDependencies, 'db' | 'settings' | 'log'>): { stop(): void } {
  const tidy = async () => {
    await prepareMonths(deps.db).catch((err: unknown) => deps.log.warn({ err }, 'the next months are not prepared'))
    await tidyUp(deps).catch((err: unknown) => deps.log.warn({ err }, 'not tidied up'))
  }
  const timer = setInterval(tidy, INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}
