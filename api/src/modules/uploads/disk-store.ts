import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageStore } from './image-store.ts'

export function diskStore(folder: string): ImageStore {
  return {
    /** After a power cut the image is there whole or not at all. */
    async put(name, image) {
      await mkdir(folder, { recursive: true })
      const unfinished = join(folder, `.${crypto.randomUUID()}`)
      try {
        const file = await open(unfinished, 'wx')
        try {
          await file.writeFile(image)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolder(folder)
    },

    async get(name) {
      return await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },

    async remove(name) {
      await rm(join(folder, name), { force: true })
    },
  }
}

/** The new name is a change of the folder. */
async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
