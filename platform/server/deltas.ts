import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { acceptsCoding } from '@portal/api/http/accepts-coding'
import { integrityOf } from '../bundler/release.ts'
import type { StoredFile } from '../releases/stored-files.ts'

const compress = promisify(zstdCompress)

/** Takes 16 ms for the largest file; the highest level takes 20 times as long for a delta that is 6 % smaller. */
const LEVEL = 12

/** A larger part of a file is no advantage over brotli, which makes a quarter to a third of it. */
const MAX_SHARE = 1 / 5

/** All live files with all retained releases have fewer; most of these are never requested. */
const MAX_DELTAS = 4_000

/** `dcz` of RFC 9842 begins with this and the hash of the dictionary. */
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex')

/**
 * Returns a function that returns a file as its difference from an earlier one; undefined when that would be too large, or when one of
 * the two is not on the disk as its release says. Each is created when it is first requested, and then retained in memory.
 */
export function createDeltas(filesFolder: string) {
  // By path: of two releases with the same file, one may have lost it.
  const deltas = new Map<string, Promise<Buffer | undefined>>()

  async function create(dictionary: StoredFile, file: StoredFile): Promise<Buffer | undefined> {
    const [earlier, content] = await Promise.all([read(dictionary), read(file)])
    const params = { [constants.ZSTD_c_compressionLevel]: LEVEL }
    const delta = await compress(content, { dictionary: earlier, params })
    if (delta.length > content.length * MAX_SHARE) return undefined
    return Buffer.concat([MAGIC, Buffer.from(dictionary.integrity.slice('sha256-'.length), 'base64'), delta])
  }

  /** @throws Error for a file with another hash than its release says, which a browser would reject after decoding */
  async function read({ path, integrity }: StoredFile): Promise<Buffer> {
    const content = await readFile(join(filesFolder, path))
    if (integrityOf(content) !== integrity) throw new Error(`${path} is not as its release says`)
    return content
  }

  return async (dictionary: StoredFile, file: StoredFile): Promise<Buffer | undefined> => {
    const key = `${dictionary.integrity} ${file.path}`
    if (!deltas.has(key)) {
      const [oldest] = deltas.keys()
      if (oldest && deltas.size >= MAX_DELTAS) deltas.delete(oldest)
      deltas.set(key, create(dictionary, file))
    }
    try {
      return await deltas.get(key)
    } catch {
      // The file may be there at the next request.
      deltas.delete(key)
      return undefined
    }
  }
}

/**
 * Returns the integrity of the file that a browser offers as a dictionary; undefined where it offers none, or does not support
 * `dcz`. The header has the hash between colons: `:pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:`
 */
export function offeredDictionary(headers: IncomingHttpHeaders): string | undefined {
  const [, hash] = /^:([A-Za-z0-9+/]{43}=):$/.exec(String(headers['available-dictionary'])) ?? []
  return hash && acceptsCoding(headers['accept-encoding'], 'dcz') ? `sha256-${hash}` : undefined
}
