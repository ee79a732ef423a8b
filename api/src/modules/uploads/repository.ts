import type { Db } from '../../db/connect.ts'

export async function addUpload(db: Db, upload: { name: string; user_id: string; kind: string | null }): Promise<void> {
  await db
    .insertInto('upload')
    .values(upload)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isOwnUpload(db: Db, userId: string, name: string): Promise<boolean> {
  const upload = db.selectFrom('upload').select('name').where('name', '=', name).where('user_id', '=', userId)
  return (await upload.executeTakeFirst()) !== undefined
}
