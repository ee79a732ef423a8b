import { accessSync, constants, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** More than the databases of a run need at any time. */
const MIN_FREE_BYTES = 2 * 1024 ** 3

/**
 * Makes a folder for the databases of tests: in memory where there is plenty, else on the disk. A database has hundreds of
 * files, and to create and delete them on a disk costs a tenth of all tests of the API.
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
