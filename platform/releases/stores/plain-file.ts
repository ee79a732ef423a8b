import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Reads a file below `root`. Undefined when the file does not exist, or when it or a folder above it is a link: users
 * who may write into the folder of releases must not read other files of the server through links.
 */
export async function readPlainFile(root: string, ...path: string[]): Promise<Buffer | undefined> {
  try {
    const expected = join(await realpath(root), ...path)
    if ((await realpath(expected)) !== expected) return undefined
    const file = await open(expected, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      return (await file.stat()).isFile() ? await file.readFile() : undefined
    } finally {
      await file.close()
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
