import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { uploadUrl } from './image-store.ts'

/** Locks an image. Its file must not be deleted while another user uploads the same image. */
async function lockImage(trx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${name}`}, 0))`.execute(trx)
}

/**
 * Stores or renews the row. Call it before storing the file, so that a file that is deleted meanwhile is stored again.
 */
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

/** Returns whether the user stored the image, and locks it until the transaction ends. */
export async function holdOwnUpload(trx: Db, userId: string, name: string): Promise<boolean> {
  const upload = trx.selectFrom('upload').select('name').where('name', '=', name).where('user_id', '=', userId)
  return (await upload.forShare().executeTakeFirst()) !== undefined
}

/** Whether an image is older than a day and nobody's photo. It was then never saved with a form, or was replaced. */
const isUnused = sql<boolean>`upload.created_at < now() - interval '1 day' and not exists (
  select from user_account u where u.id = upload.user_id and u.photo_url = ${uploadUrl}::text || upload.name)`

export async function unusedImages(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('upload').select('name').distinct().where(isUnused).execute()
  return rows.map(({ name }) => name)
}

/** Deletes the row. Returns whether no user has the image any more. */
export async function deleteUpload(trx: Db, name: string): Promise<boolean> {
  await lockImage(trx, name)
  const all = trx.selectFrom('upload').select('name').where('name', '=', name)
  // Waits for a transaction that makes the image a photo.
  await all.forUpdate().execute()
  await trx.deleteFrom('upload').where('name', '=', name).where(isUnused).execute()
  return (await all.executeTakeFirst()) === undefined
}
