import type { AcceptedDocument, PersonalData } from '@portal/contracts/personal-data'
import { type Selectable, sql } from 'kysely'
import { lockUser } from '../../base/accounts/lock-user.ts'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import { findPhoneChange } from '../../identity/password/phone-change-repository.ts'
import { lockWallets } from '../../money/ledger/ledger.ts'
import { toTerms } from '../../payouts/auto-withdrawal/rule.ts'
import { lockMethods } from '../../payouts/payout-methods/repository.ts'
import { deleteCards } from '../../payouts/vault/vault.ts'
import { forgetUserInvitations, lockUserInvitations } from '../../staff/invitations/repository.ts'
import { StoredGoal } from '../../staff/profile/repository.ts'

export async function readDocuments(db: Db, userId: string): Promise<AcceptedDocument[]> {
  const rows = await db
    .selectFrom('consent')
    .select(['kind', 'version', 'given_at'])
    .where('user_id', '=', userId)
    .orderBy('given_at', 'desc')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, version, given_at }) => ({
    kind: kind as AcceptedDocument['kind'],
    version,
    given_at: given_at.toISOString(),
  }))
}

export async function readAccount(db: Db, userId: string): Promise<PersonalData['account']> {
  const { created_at, goal, ...account } = await db
    .selectFrom('user_account')
    .select(['id', 'created_at', 'first_name', 'last_name', 'phone', 'about', 'tags', 'photo_url', 'goal'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...account, created_at: created_at.toISOString(), goal: goal === null ? null : StoredGoal.parse(goal) }
}

export async function readRestaurants(db: Db, userId: string): Promise<PersonalData['restaurants']> {
  const rows = await db
    .selectFrom('employee as e')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select(['r.name', 'e.created_at', 'e.is_manager'])
    .where('e.user_id', '=', userId)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute()
  return rows.map(({ name, created_at, is_manager }) => ({
    name,
    since: created_at.toISOString(),
    manager: is_manager,
  }))
}

/** Reads the methods that were deleted too: payouts to them remain. */
export async function readMethods(db: Db, userId: string): Promise<PersonalData['payout_methods']> {
  const rows = await db
    .selectFrom('payout_binding as b')
    .leftJoin('vault.provider_card as c', 'c.token', 'b.card_token')
    .select(['b.type', 'b.bank_name', 'b.label', 'b.mask', 'b.phone', 'b.created_at', 'b.deleted_at', 'c.provider'])
    .where('b.user_id', '=', userId)
    .orderBy('b.created_at')
    .orderBy('b.id')
    .execute()
  return rows.map(({ type, bank_name, label, mask, phone, created_at, deleted_at, provider }) => ({
    type,
    bank: bank_name,
    label,
    destination: mask ?? phone ?? '',
    ...(provider === 'yookassa' && { number_at: provider }),
    added_at: created_at.toISOString(),
    deleted_at: deleted_at?.toISOString() ?? null,
  }))
}

export async function readAutoWithdrawals(db: Db, userId: string): Promise<Required<PersonalData>['auto_withdrawals']> {
  const rows = await db
    .selectFrom('auto_withdrawal as a')
    .innerJoin('employee as e', 'e.id', 'a.employee_id')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .innerJoin('payout_binding as b', 'b.id', 'a.binding_id')
    .selectAll('a')
    .select(['r.name', 'b.mask', 'b.phone'])
    .where('e.user_id', '=', userId)
    .orderBy('a.confirmed_at')
    .execute()
  return rows.map(({ name, mask, phone, confirmed_at, stopped_at, ...rule }) => {
    const { schedule, day_limit, keep } = toTerms(rule)
    return {
      restaurant: name,
      destination: mask ?? phone ?? '',
      schedule,
      day_limit,
      keep,
      confirmed_at: confirmed_at.toISOString(),
      stopped_at: stopped_at?.toISOString() ?? null,
    }
  })
}

export async function readDiary(db: Db, userId: string): Promise<Required<PersonalData>['diary']> {
  const rows = await db
    .selectFrom('diary_day as d')
    .innerJoin('employee as e', 'e.id', 'd.employee_id')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select(['r.name as restaurant', 'd.day', 'd.hours', 'd.cash'])
    .where('e.user_id', '=', userId)
    .orderBy('d.day')
    .orderBy('e.id')
    .execute()
  return rows.map(({ cash, ...row }) => ({ ...row, cash: cash && cash / 100 }))
}

export async function readSignIns(
  db: Db,
  userId: string,
): Promise<Pick<PersonalData, 'passkeys' | 'sessions' | 'devices'>> {
  const passkeys = db.selectFrom('passkey').select(['label', 'created_at', 'last_used_at'])
  const sessions = db.selectFrom('session').select(['user_agent', 'created_at', 'last_seen_at'])
  const devices = db.selectFrom('device').select(['created_at', 'last_seen_at'])
  return {
    passkeys: (await passkeys.where('user_id', '=', userId).orderBy('created_at').execute()).map((row) => ({
      label: row.label,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
    sessions: (await sessions.where('user_id', '=', userId).orderBy('created_at').execute()).map((row) => ({
      user_agent: row.user_agent,
      ...times(row),
    })),
    devices: (await devices.where('user_id', '=', userId).orderBy('created_at').execute()).map(times),
  }
}

/** Reads the invitations without their links, because a link gives the right to join. */
export async function readInvitations(db: Db, userId: string): Promise<PersonalData['invitations']> {
  const phone = db.selectFrom('user_account').select('phone').where('id', '=', userId)
  const rows = await db
    .selectFrom('invitation as i')
    .innerJoin('restaurant as r', 'r.id', 'i.restaurant_id')
    .select(['r.name as restaurant', 'i.name', 'i.is_manager', 'i.created_at', 'i.expires_at', 'i.used_at'])
    // A reusable invitation was used by other users, too, and its row does not tell when each of them used it.
    .where('i.reusable', '=', false)
    .where((row) => row.or([row('i.used_by', '=', userId), row('i.phone', '=', phone)]))
    .orderBy('i.created_at')
    .orderBy('i.id')
    .execute()
  return rows.map(({ is_manager, created_at, expires_at, used_at, ...row }) => ({
    ...row,
    manager: is_manager,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    used_at: used_at?.toISOString() ?? null,
  }))
}

export async function readPhoneChange(db: Db, userId: string): Promise<PersonalData['phone_change']> {
  const change = await findPhoneChange(db, userId)
  return change ? { phone: change.phone, takes_effect_at: change.due_at.toISOString() } : null
}

export async function readSms(db: Db, userId: string): Promise<PersonalData['sms']> {
  const rows = await db
    .selectFrom('sms_message as m')
    .innerJoin('user_account as u', 'u.phone', 'm.phone')
    .select(['m.provider', 'm.state', 'm.created_at'])
    .where('u.id', '=', userId)
    .orderBy('m.id')
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, sent_at: created_at.toISOString() }))
}

export async function readAppLocks(db: Db, userId: string): Promise<PersonalData['app_locks']> {
  return await db
    .selectFrom('app_lock as l')
    .innerJoin('session as s', 's.id', 'l.session_id')
    .select(['s.user_agent', 'l.after_minutes'])
    .where('s.user_id', '=', userId)
    .orderBy('s.created_at')
    .execute()
}

type AuditLine = NonNullable<PersonalData['audit']>[number]

/** The number of lines in a chunk. It is so small that other requests get the CPU while the copy is written. */
const LINES_PER_CHUNK = 1_000

/**
 * Reads the lines about the user and the user's employees in chunks, because there may be hundreds of thousands.
 * Reasons and names of operators are left out, because they are other people's data.
 */
export async function* readAudit(db: Db, userId: string): AsyncGenerator<AuditLine[]> {
  const employees = await db.selectFrom('employee').select('id').where('user_id', '=', userId).execute()
  const subjects = [userId, ...employees.map(({ id }) => id)]
  let after = 0
  for (;;) {
    // Reads the first lines of each subject by the index, instead of sorting all lines of all subjects.
    const { rows } = await sql<AuditRow>`
      select line.* from unnest(${subjects}::text[]) as subject (id), lateral (
        select id, at, actor_type, actor, action, before, after from audit_event
        where subject_id = subject.id and id > ${after} order by id limit ${LINES_PER_CHUNK}) as line
      order by id limit ${LINES_PER_CHUNK}`.execute(db)
    yield rows.map((row) => toAuditLine(row, userId))
    const last = rows.at(-1)
    if (!last || rows.length < LINES_PER_CHUNK) return
    after = last.id
  }
}

type AuditRow = Pick<
  Selectable<Database['audit_event']>,
  'id' | 'at' | 'actor_type' | 'actor' | 'action' | 'before' | 'after'
>

function toAuditLine({ at, actor_type, actor, action, before, after }: AuditRow, userId: string): AuditLine {
  return {
    at: at.toISOString(),
    by: actor_type === 'user' && actor !== userId ? 'colleague' : actor_type,
    action,
    before: toTexts(before),
    after: toTexts(after),
  }
}

function toTexts(state: unknown): Record<string, string | null> | null {
  if (state === null) return null
  const toText = (value: unknown) => (value === null || typeof value === 'string' ? value : JSON.stringify(value))
  return Object.fromEntries(Object.entries(state as object).map(([name, value]) => [name, toText(value)]))
}

function times({ created_at, last_seen_at }: { created_at: Date; last_seen_at: Date }) {
  return { created_at: created_at.toISOString(), last_seen_at: last_seen_at.toISOString() }
}

/**
 * Locks the user's payout methods, invitations, wallets and the user, so that no order and no tip changes the money
 * before the end of the transaction. Orders and tips lock the wallets first, too, and then the user.
 */
export async function lockAccount(trx: Db, userId: string) {
  await lockMethods(trx, userId)
  await lockUserInvitations(trx, userId)
  const employees = await trx.selectFrom('employee').select('id').where('user_id', '=', userId).execute()
  const wallets = await lockWallets(
    trx,
    employees.map(({ id }) => id),
  )
  const { phone, deleted_at } = await lockUser(trx, userId)
  return { phone, isDeleted: deleted_at !== null, wallets: [...wallets.values()] }
}

export async function hasOpenPayouts(trx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payout p
    where p.status in ('pending', 'processing') and (p.user_id = ${userId} or exists (
      select from payout_recipient r join employee e on e.id = r.employee_id
      where r.payout_id = p.id and e.user_id = ${userId})) limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * Deletes everything that no law requires, and removes the name from the rest. Returns the ids of the invitations that
 * it has revoked.
 */
export async function deleteTraces(trx: Db, userId: string, phone: string): Promise<{ revokedInvitations: string[] }> {
  for (const table of [
    'passkey',
    'device',
    'password_reset',
    'phone_change',
    'order_confirmation',
    'idempotency_key',
    // Preferences and subscriptions are locked before their events, in the order in which a page's change locks them.
    'push_preference',
    'push_subscription',
    'push_event',
  ] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await sql`delete from otp where subject = ${userId} or phone = ${phone}`.execute(trx)
  await trx.deleteFrom('sms_message').where('phone', '=', phone).execute()
  // Notices to a former phone are still sent. A thief could delete the account to hide them from the owner.
  await trx.deleteFrom('security_notice').where('phone', '=', phone).execute()
  const revokedInvitations = await forgetUserInvitations(trx, userId, phone)
  await sql`delete from diary_day where employee_id in (select id from employee where user_id = ${userId})`.execute(trx)
  // The rows of payout methods stay, because payouts refer to them.
  const methods = await trx
    .updateTable('payout_binding')
    .set({ deleted_at: sql<Date>`coalesce(deleted_at, now())`, is_default: false, label: '' })
    .where('user_id', '=', userId)
    .returning('card_token')
    .execute()
  await deleteCards(
    trx,
    methods.flatMap(({ card_token }) => card_token ?? []),
  )
  await trx
    .updateTable('employee')
    .set({ disabled_at: sql<Date>`coalesce(disabled_at, now())`, is_default: false, is_manager: false })
    .where('user_id', '=', userId)
    .execute()
  await anonymizeUser(trx, userId)
  // The rule comes after the user: the report of the end of a rule adds rows that refer to the user, and then locks the
  // rule.
  await sql`delete from auto_withdrawal where employee_id in (select id from employee where user_id = ${userId})`.execute(
    trx,
  )
  return { revokedInvitations }
}

async function anonymizeUser(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({
      phone: `deleted:${userId}`,
      // No password has this hash.
      password_hash: '',
      first_name: 'Удалённый',
      last_name: 'пользователь',
      about: '',
      tags: [],
      rights: [],
      photo_url: null,
      goal: null,
      disabled_at: sql<Date>`now()`,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
}
