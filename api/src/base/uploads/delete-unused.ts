import type { Db } from '../../db/connect.ts'
import { runEach } from '../../jobs/retries.ts'
import type { ImageStore } from './image-store.ts'
import { deleteUpload, unusedImages } from './repository.ts'

/** Deletes images that are no user's photo, and files of interrupted uploads. It may be interrupted at any point. */
export async function deleteUnusedImages(db: Db, store: ImageStore): Promise<void> {
  const remove = (name: string) =>
    db.transaction().execute(async (trx) => {
      if (await deleteUpload(trx, name)) await store.remove(name)
    })
  await runEach(
    [...(await unusedImages(db)).map((name) => () => remove(name)), () => store.removeUnfinished()],
    (step) => step(),
  )
}
