import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Release } from '../../bundler/release.ts'
import { integrityOf } from '../../bundler/release.ts'
import type { ReleaseStore } from './store.ts'

/**
 * Downloads releases of a bucket into the folder that a web server reads. A release never changes, so it is downloaded once;
 * where something is missing or is no file of the release, such as a page of a gateway, nothing is stored.
 */
export function createDownload(store: Pick<ReleaseStore, 'filesFolder' | 'listFiles' | 'readFile'>) {
  const pending = new Map<string, Promise<boolean>>()

  async function download(name: string, version: string): Promise<boolean> {
    const release = join(store.filesFolder, name, version)
    if (existsSync(release)) return true
    const files = (await store.listFiles(name, version)).filter(isPlain)
    const description = await store.readFile(name, version, 'release.json')
    if (!files.includes('release.json') || !description) return false
    const integrities = integrityByFile(JSON.parse(description.toString()) as Release)
    const temporary = join(store.filesFolder, name, `.${randomUUID()}`)
    await mkdir(temporary, { recursive: true })
    try {
      const writes = await Promise.allSettled(
        files.map(async (file) => {
          const content = await store.readFile(name, version, file)
          if (!content) throw new Error(`${file} of ${name} ${version} is gone`)
          if (!isAsBuilt(file, content, integrities)) {
            throw new Error(`${file} of ${name} ${version} is not as release.json says`)
          }
          await writeFile(join(temporary, file), content)
        }),
      )
      // All have ended, so that none writes into a folder that is being deleted.
      const failed = writes.find((write) => write.status === 'rejected')
      if (failed) throw failed.reason
      await rename(temporary, release)
    } catch (error) {
      // Another portal server with the same folder was faster.
      if (!existsSync(release)) throw error
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
    return true
  }

  return (name: string, version: string): Promise<boolean> => {
    const key = `${name}/${version}`
    const promise = pending.get(key) ?? download(name, version).finally(() => pending.delete(key))
    pending.set(key, promise)
    return promise
  }
}

/** Returns whether a name is one of a release. A bucket accepts any: `../../x` would be written outside of the folder. */
function isPlain(file: string): boolean {
  return /^[^./][^/]*$/.test(file)
}

function integrityByFile({ files, server, sources }: Release): Record<string, string> {
  const others = [server, sources].flatMap((file) => (file ? [[file.file, file.integrity]] : []))
  return { ...files, ...Object.fromEntries(others) }
}

/** No build compresses a larger file. */
const MAX_FILE_BYTES = 64 * 1024 * 1024
const decompress: Record<string, typeof gunzipSync> = { '.br': brotliDecompressSync, '.gz': gunzipSync }

/** Compares a file with its hash in release.json; of a compressed copy, the content. Files that it does not name are not run. */
function isAsBuilt(file: string, content: Buffer, integrities: Record<string, string>): boolean {
  const unpack = decompress[extname(file)]
  const integrity = integrities[unpack ? file.slice(0, -3) : file]
  if (!integrity) return true
  try {
    return integrityOf(unpack ? unpack(content, { maxOutputLength: MAX_FILE_BYTES }) : content) === integrity
  } catch {
    return false
  }
}
