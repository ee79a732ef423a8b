import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns whether an unfinished file is older than a day. Its writer was then killed. */
export function isAbandoned(changedAt: number): boolean {
  return Date.now() - changedAt > DAY_MS
}

/**
 * Deletes abandoned files and folders. A writer names its file `.<UUID>` and renames it when it is complete.
 * The folder itself need not exist.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    if (!/^\.[0-9a-f-]{36}$/.test(name)) continue
    const path = join(folder, name)
    // The writer may have renamed the file since it was listed.
    const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs
    if (changedAt !== undefined && isAbandoned(changedAt)) await rm(path, { recursive: true, force: true })
  }
}

/** Waits until the content of a file, or the names in a folder, are on the disk: they are there after a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const opened = await open(path)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
