import { accessSync, constants, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** More than all databases of a run need together. */
const MIN_FREE_BYTES = 2 * 1024 ** 3

/**
 * Creates a folder for the databases of tests, in memory if there is enough, otherwise on the disk. A database has
 * hundreds of files; on a disk, creating and deleting them takes a tenth of the time of all API tests.
 */
export async function makeTestFolder(prefix: string): Promise<string> {
  return await mkdtemp(join(hasMemory() ? memory : tmpdir(), prefix))
}

function hasMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= MIN_FREE_BYTES && process.availableMemory() >= 2 * MIN_FREE_BYTES
  } catch {
    return false
  }
}
