import type { Db } from './connect.ts'

/** Runs the work in the caller's transaction if there is one, otherwise in a new transaction. */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? await work(db) : await db.transaction().execute(work)
}
