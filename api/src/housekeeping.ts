import { type RawBuilder, sql } from 'kysely'
import { createImageStore } from './base/uploads/configured-image-store.ts'
import { deleteUnusedImages } from './base/uploads/delete-unused.ts'
import type { Db } from './db/connect.ts'
import type { Database } from './db/schema.ts'
import type { AppDependencies } from './http/app-dependencies.ts'
import { runEach } from './jobs/retries.ts'
import { deleteUnusedCards } from './payouts/vault/vault.ts'
import { forgetDebtors } from './portal/personal-data/debtors.ts'
import { forgetEndedInvitations } from './staff/invitations/repository.ts'

/**
 * The maximum number of rows that one statement deletes, because it has a time limit. Many rows are due together after
 * a long time without deletions, or after a setting has changed.
 */
const MAX_ROWS = 10_000

/** The conditions under which rows of each table are deleted. */
const expired = {
  session: sql`expires_at < now() or last_seen_at < now() - interval '30 days'`,
  rate_limit: sql`window_start < now() - interval '1 day'`,
  device: sql`last_seen_at < now() - interval '1 year'`,
  order_confirmation: sql`confirmed_at < now() - interval '1 day'`,
  otp: sql`created_at < now() - interval '2 days'`,
  sms_message: sql`created_at < now() - interval '7 days'`,
  // A portal without push keys does not gather its events.
  push_event: sql`created_at < now() - interval '1 day'`,
  // A page may repeat a request as long as its tab is open, and no tab is open for a month.
  idempotency_key: sql`created_at < now() - interval '30 days'`,
  booked_hour: sql`hour < now() - interval '1 day'`,
  webhook_message: sql`signed_at < now() - interval '1 day'`,
  password_reset: sql`expires_at < now()`,
  passkey_challenge: sql`expires_at < now()`,
  telemetry: sql`minute < now() - interval '14 days'`,
  telemetry_reporter: sql`seen_at < now() - interval '14 days'`,
  live_release: sql`reported_at < now() - interval '14 days'`,
} satisfies Partial<Record<keyof Database, RawBuilder<unknown>>>

/**
 * Deletes expired and unused rows and images, and personal data of users who were invited or have left long ago.
 * Several processes may run it at the same time. No further statement begins after `stopping` is aborted.
 */
export async function tidyUp(
  { db, settings }: Pick<AppDependencies, 'db' | 'settings'>,
  stopping?: AbortSignal,
): Promise<void> {
  const tables = Object.keys(expired) as (keyof typeof expired)[]
  const steps = [
    ...tables.map((table) => () => deleteRows(db, table, expired[table], stopping)),
    () => deleteOldAuditEvents(db, settings.auditYears, stopping),
    () => forgetEndedInvitations(db),
    () => forgetDebtors(db),
    () => deleteUnusedCards(db),
    () => deleteUnusedImages(db, createImageStore(settings)),
  ]
  await runEach(steps, async (step) => stopping?.aborted || (await step()))
}

/**
 * Deletes the rows of a condition, except rows that another transaction has locked; these are deleted an hour later. It
 * locks many rows, so it must not wait for a transaction that may wait for one of them.
 */
async function deleteRows(
  db: Db,
  table: keyof Database,
  condition: RawBuilder<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  await deleteInParts(
    db,
    sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${MAX_ROWS} for update skip locked))`,
    stopping,
  )
}

async function deleteOldAuditEvents(db: Db, years: number, stopping?: AbortSignal): Promise<void> {
  await deleteInParts(
    db,
    sql`delete from audit_event where id in (
      select id from audit_event where at < now() - make_interval(years => ${years}) order by at limit ${MAX_ROWS})`,
    stopping,
  )
}

/** Repeats a statement that deletes at most `MAX_ROWS`, until it deletes fewer. */
async function deleteInParts(db: Db, deletePart: RawBuilder<unknown>, stopping?: AbortSignal): Promise<void> {
  let deleted: number
  do {
    const { numAffectedRows = 0n } = await deletePart.execute(db)
    deleted = Number(numAffectedRows)
  } while (deleted >= MAX_ROWS && !stopping?.aborted)
}
