import type { Db } from '../../db/connect.ts'

export async function findUserByPhone(db: Db, phone: string) {
  return await userRows(db).select('password_hash').where('phone', '=', phone).executeTakeFirst()
}

export async function getUserRow(db: Db, userId: string) {
  return await userRows(db).where('id', '=', userId).executeTakeFirstOrThrow()
}

/** The query of the columns that `toUser` needs. */
export function userRows(db: Db) {
  return db.selectFrom('user_account').select(['id', 'first_name', 'last_name', 'phone', 'photo_url'])
}

export async function getPasswordHash(db: Db, userId: string): Promise<string> {
  const user = db.selectFrom('user_account').select('password_hash').where('id', '=', userId)
  return (await user.executeTakeFirstOrThrow()).password_hash
}

export async function setPasswordHash(db: Db, userId: string, password_hash: string): Promise<void> {
  await db.updateTable('user_account').set({ password_hash }).where('id', '=', userId).execute()
}
