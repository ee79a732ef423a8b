import { open } from 'node:fs/promises'

/** Waits until the content of a file, or the names in a folder, are on the disk: they are there after a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const opened = await open(path)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
