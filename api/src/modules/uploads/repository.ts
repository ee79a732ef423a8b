import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { uploadUrl } from './image-store.ts'

/** Storing and forgetting an image are one at a time: its file must not go while somebody else is sending the same. */
async function lockImage(trx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${name}`}, 0))`.execute(trx)
}

/** The same image again is as new. To be called before its file is put: one that is forgotten meanwhile is put anew. */
export async function addUpload(db: Db, upload: { name: string; user_id: string; kind: string | null }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockImage(trx, upload.name)
    await trx
      .insertInto('upload')
      .values(upload)
      .onConflict((conflict) =>
        conflict.columns(['name', 'user_id']).doUpdateSet({ kind: upload.kind, created_at: sql<Date>`now()` }),
      )
      .execute()
  })
}

/** Whether the user stored it; it stays for as long as the transaction lasts. */
export async function holdOwnUpload(trx: Db, userId: string, name: string): Promise<boolean> {
  const upload = trx.selectFrom('upload').select('name').where('name', '=', name).where('user_id', '=', userId)
  return (await upload.forShare().executeTakeFirst()) !== undefined
}

/** A form may be open for a day; what is nobody's photo by then was never saved, or is one no more. */
const isUnused = sql<boolean>`upload.created_at < now() - interval '1 day' and not exists (
  select from user_account u where u.id = upload.user_id and u.photo_url = ${uploadUrl}::text || upload.name)`

export async function unusedImages(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('upload').select('name').distinct().where(isUnused).execute()
  return rows.map(({ name }) => name)
}

/** Returns whether nobody has the image any more. */
export async function deleteUpload(trx: Db, name: string): Promise<boolean> {
  await lockImage(trx, name)
  const all = trx.selectFrom('upload').select('name').where('name', '=', name)
  // Whoever is just making it a photo is waited for, and then seen.
  await all.forUpdate().execute()
  await trx.deleteFrom('upload').where('name', '=', name).where(isUnused).execute()
  return (await all.executeTakeFirst()) === undefined
}
