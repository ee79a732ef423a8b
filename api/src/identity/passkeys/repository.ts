import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'

export type PasskeyRow = Selectable<Database['passkey']>
export type NewPasskeyRow = Insertable<Database['passkey']>

export async function readPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function findCredential(db: Db, credentialId: string) {
  return await db
    .selectFrom('passkey as p')
    .innerJoin('user_account as u', 'u.id', 'p.user_id')
    .selectAll('p')
    .select(['u.passkey_handle', sql<number>`extract(epoch from now() - p.created_at)::float8 / 3600`.as('age_hours')])
    .where('p.credential_id', '=', credentialId)
    .executeTakeFirst()
}

export async function getPasskeyUser(db: Db, userId: string) {
  return await db
    .selectFrom('user_account')
    .select(['phone', 'first_name', 'last_name', 'passkey_handle'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Lets one request of a user at a time add a passkey, so that two requests cannot both add the tenth one. */
export async function lockPasskeys(trx: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`passkeys:${userId}`}, 0))`.execute(trx)
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const count = db.selectFrom('passkey').select(sql<number>`count(*)::int`.as('count')).where('user_id', '=', userId)
  return (await count.executeTakeFirstOrThrow()).count
}

export async function insertPasskey(trx: Db, passkey: NewPasskeyRow): Promise<PasskeyRow> {
  return await trx.insertInto('passkey').values(passkey).returningAll().executeTakeFirstOrThrow()
}

export async function setLabel(db: Db, userId: string, id: string, label: string): Promise<PasskeyRow | undefined> {
  const update = db.updateTable('passkey').set({ label }).where('user_id', '=', userId).where('id', '=', id)
  return await update.returningAll().executeTakeFirst()
}

/** Returns the deleted passkey. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const own = db.deleteFrom('passkey').where('user_id', '=', userId).where('id', '=', id)
  return await own.returningAll().executeTakeFirst()
}

/** Returns how many passkeys it has deleted. */
export async function deletePasskeysSince(trx: Db, userId: string, days: number): Promise<number> {
  const deleted = await trx
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .returning('id')
    .execute()
  return deleted.length
}

/** Returns false if the passkey was deleted meanwhile, or was used with a higher counter. */
export async function markUsed(
  trx: Db,
  { id, counter, backedUp }: { id: string; counter: number; backedUp: boolean },
): Promise<boolean> {
  const row = await trx
    .updateTable('passkey')
    .set({ counter, backed_up: backedUp, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((where) => where.or([where('counter', '<', counter), where('counter', '=', 0)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What a challenge is for. A signature of it is rejected for anything else. */
export type ChallengeScope =
  | { purpose: 'sign_in' }
  | { purpose: 'registration' | 'unlock'; sessionId: string }
  | { purpose: 'confirmation'; sessionId: string; boundTo: string }

export async function addChallenge(
  db: Db,
  challenge: Buffer,
  scope: ChallengeScope,
  lifetimeSeconds: number,
): Promise<void> {
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge,
      ...scopeColumns(scope),
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${lifetimeSeconds})`,
    })
    .execute()
}

export async function hasChallenge(db: Db, challenge: Buffer, scope: ChallengeScope): Promise<boolean> {
  const { purpose, session_id, bound_to } = scopeColumns(scope)
  const row = await db
    .selectFrom('passkey_challenge')
    .select('challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('session_id', 'is not distinct from', session_id)
    .where('bound_to', 'is not distinct from', bound_to)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if another request was faster. */
export async function deleteChallenge(trx: Db, challenge: Buffer): Promise<boolean> {
  const row = await trx
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .returning('challenge')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the challenges of all the user's sessions, so that a signature for one of them can confirm nothing. */
export async function deleteConfirmationChallenges(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('passkey_challenge')
    .where('purpose', '=', 'confirmation')
    .where('session_id', 'in', (sessions) => sessions.selectFrom('session').select('id').where('user_id', '=', userId))
    .execute()
}

function scopeColumns(scope: ChallengeScope) {
  return {
    purpose: scope.purpose,
    session_id: scope.purpose === 'sign_in' ? null : scope.sessionId,
    bound_to: scope.purpose === 'confirmation' ? scope.boundTo : null,
  }
}
