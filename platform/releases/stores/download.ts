import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeUnfinished, syncToDisk } from '@portal/command/unfinished-files'
import { type Release, sourceMapsFile } from '../../bundler/release.ts'
import { DamagedRelease, integrityByFile, isAsBuilt, isOfRelease } from './release-content.ts'
import type { ReleaseStore } from './store.ts'

/**
 * Downloads releases of a bucket into the folder that a web server reads. A release never changes, so it is downloaded
 * once. If a file is missing or does not match its release.json, as when a gateway returns an error page, nothing is
 * stored. After a power cut a release is complete or missing. Source maps stay in the bucket.
 */
export function createDownload(store: Pick<ReleaseStore, 'filesFolder' | 'listFiles' | 'readFile'>) {
  const pending = new Map<string, Promise<boolean>>()

  async function download(name: string, version: string): Promise<boolean> {
    const release = join(store.filesFolder, name, version)
    if (existsSync(release)) return true
    const stored = await store.listFiles(name, version)
    const description = await store.readFile(name, version, 'release.json')
    if (!stored.includes('release.json') || !description) return false
    const integrities = integrityByFile(JSON.parse(description.toString()) as Release)
    const files = stored.filter((file) => isOfRelease(file, integrities) && file !== sourceMapsFile)
    const temporary = join(store.filesFolder, name, `.${randomUUID()}`)
    await mkdir(temporary, { recursive: true })
    await removeUnfinished(join(store.filesFolder, name))
    try {
      const writes = await Promise.allSettled(
        files.map(async (file) => {
          const content = await store.readFile(name, version, file)
          if (!content) throw new DamagedRelease(`${file} of ${name} ${version} is gone`)
          if (!isAsBuilt(file, content, integrities)) {
            throw new DamagedRelease(`${file} of ${name} ${version} is not as release.json says`)
          }
          await writeFile(join(temporary, file), content, { flush: true })
        }),
      )
      // All writes have ended, so no write goes into a folder that is being deleted.
      const failed = writes.find((write) => write.status === 'rejected')
      if (failed) throw failed.reason
      await syncToDisk(temporary)
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
