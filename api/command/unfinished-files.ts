import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether what is not complete, and was changed at that time, has been left by a process that was killed: no other takes a day. */
export function isAbandoned(changedAt: number): boolean {
  return Date.now() - changedAt > DAY_MS
}

/**
 * Deletes the abandoned files and folders of writers that give a dot and a UUID as a name until all is written, and rename it then. The
 * folder itself may not exist yet.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    if (!/^\.[0-9a-f-]{36}$/.test(name)) continue
    const path = join(folder, name)
    // Its writer may have renamed it.
    const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs
    if (changedAt !== undefined && isAbandoned(changedAt)) await rm(path, { recursive: true, force: true })
  }
}
