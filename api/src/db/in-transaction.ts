import type { Db } from './connect.ts'

/** Runs the work in the caller's transaction where there is one, else in a transaction of its own. */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? await work(db) : await db.transaction().execute(work)
}
