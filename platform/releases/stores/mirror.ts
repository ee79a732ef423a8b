import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { integrityOf } from '../../bundler/integrity.ts'
import type { ReleaseFile } from '../../bundler/release.ts'
import type { ReleaseStore } from './store.ts'

/** Brings a release to this machine unless it is here. False: there is no such release. */
export type BringRelease = (name: string, version: string) => Promise<boolean>

/**
 * Files of a bucket's releases in a folder that a web server reads. A release never changes, so it is brought once: what
 * arrives cut or is no file of it at all, as from a gateway that responds with a page of its own, is brought again later.
 */
export function mirror(store: ReleaseStore, folder: string): BringRelease {
  const underWay = new Map<string, Promise<boolean>>()

  async function bring(name: string, version: string): Promise<boolean> {
    const release = join(folder, name, version)
    if (existsSync(release)) return true
    const files = (await store.listFiles(name, version)).filter(isPlain)
    const description = await store.readFile(name, version, 'release.json')
    if (!files.includes('release.json') || !description) return false
    const { files: integrities } = JSON.parse(description.toString()) as ReleaseFile
    const made = join(folder, name, `.${randomUUID()}`)
    await mkdir(made, { recursive: true })
    try {
      await Promise.all(
        files.map(async (file) => {
          const content = await store.readFile(name, version, file)
          if (!content) throw new Error(`${file} of ${name} ${version} is gone`)
          if (!isAsBuilt(file, content, integrities)) {
            throw new Error(`${file} of ${name} ${version} is not as release.json says`)
          }
          await writeFile(join(made, file), content)
        }),
      )
      await rename(made, release)
    } catch (error) {
      // Another portal server with the same folder was faster.
      if (!existsSync(release)) throw error
    } finally {
      await rm(made, { recursive: true, force: true })
    }
    return true
  }

  return (name, version) => {
    const key = `${name}/${version}`
    const found = underWay.get(key) ?? bring(name, version).finally(() => underWay.delete(key))
    underWay.set(key, found)
    return found
  }
}

/** A bucket takes any name: `../../x` is none of a release's, and would be written outside of its folder. */
function isPlain(file: string): boolean {
  return /^[^./][^/]*$/.test(file)
}

/** A larger file was not compressed by a build. */
const MAX_FILE_BYTES = 64 * 1024 * 1024
const decompress: Record<string, typeof gunzipSync> = { '.br': brotliDecompressSync, '.gz': gunzipSync }

/** Compressed copies have no hash of their own: what is in them has. Files that release.json does not name are not run. */
function isAsBuilt(file: string, content: Buffer, integrities: ReleaseFile['files']): boolean {
  const unpack = decompress[extname(file)]
  const integrity = integrities?.[unpack ? file.slice(0, -3) : file]
  if (!integrity) return true
  try {
    return integrityOf(unpack ? unpack(content, { maxOutputLength: MAX_FILE_BYTES }) : content) === integrity
  } catch {
    return false
  }
}
