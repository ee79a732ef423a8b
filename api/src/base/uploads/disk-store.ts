import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeUnfinished, syncToDisk } from '@portal/command/unfinished-files'
import type { ImageStore } from './image-store.ts'

export function createDiskStore(folder: string): ImageStore {
  /** Deletes the temporary file if it could not be written, or if `use` has not moved it. */
  async function writeUnfinished(content: Buffer, use: (path: string) => Promise<void>): Promise<void> {
    await mkdir(folder, { recursive: true })
    const unfinished = join(folder, `.${crypto.randomUUID()}`)
    try {
      const file = await open(unfinished, 'wx')
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await use(unfinished)
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  return {
    /** After a power cut the image is complete or absent. */
    async put(name, image) {
      await writeUnfinished(image, (path) => rename(path, join(folder, name)))
      await syncToDisk(folder)
    },

    check: () => writeUnfinished(Buffer.alloc(4096), async () => {}),

    async get(name) {
      return await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },

    async remove(name) {
      await rm(join(folder, name), { force: true })
    },

    removeUnfinished: () => removeUnfinished(folder),
  }
}
