import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BucketAccess, openBucket } from '@portal/s3/bucket'
import { registryFileName, registrySequences } from '../registry.ts'
import { createDownload } from './download.ts'
import type { ReleaseStore } from './store.ts'

const REQUEST_TIMEOUT_MS = 20_000

/** Files of a release that are uploaded at once. */
const UPLOAD_CONCURRENCY = 8

/** The file of a release that is put last. */
const whole = 'release.json'

/** `filesFolder`: where releases are downloaded to. */
export function bucketStore(
  access: BucketAccess,
  filesFolder: string,
): Required<Pick<ReleaseStore, 'download'>> & ReleaseStore {
  const bucket = openBucket(access, REQUEST_TIMEOUT_MS)
  const registryKey = (sequence: number) => `registry/${registryFileName(sequence)}`
  const releaseKey = (name: string, version: string, file = '') => `releases/${name}/${version}/${file}`

  const store: ReleaseStore = {
    filesFolder,

    async listRegistries() {
      const keys = await bucket.listKeys('registry/')
      return registrySequences(keys.map((key) => key.slice('registry/'.length)))
    },

    async readRegistryText(sequence) {
      const text = await bucket.get(registryKey(sequence))
      if (!text) throw new Error(`There is no registry ${sequence}`)
      return text.toString()
    },

    addRegistry: (sequence, text) => bucket.putNew(registryKey(sequence), Buffer.from(text)),

    removeRegistry: (sequence) => bucket.remove(registryKey(sequence)),

    async putRelease(name, version, folder) {
      if (await bucket.get(releaseKey(name, version, whole))) return
      const files = (await readdir(folder)).filter((file) => file !== whole)
      const put = async (file: string) =>
        bucket.put(releaseKey(name, version, file), await readFile(join(folder, file)))
      for (let index = 0; index < files.length; index += UPLOAD_CONCURRENCY) {
        await Promise.all(files.slice(index, index + UPLOAD_CONCURRENCY).map(put))
      }
      // The last one: what has it is there whole.
      await put(whole)
    },

    readFile: (name, version, file) => bucket.get(releaseKey(name, version, file)),

    listFiles: async (name, version) => {
      const prefix = releaseKey(name, version)
      return (await bucket.listKeys(prefix)).map((key) => key.slice(prefix.length))
    },

    async listReleases(name) {
      const prefix = `releases/${name}/`
      return (await bucket.listFolders(prefix)).map((folder) => folder.slice(prefix.length, -1))
    },

    async removeRelease(name, version) {
      // The first one: what lacks it is no release, and may be put anew.
      await bucket.remove(releaseKey(name, version, whole))
      for (const key of await bucket.listKeys(releaseKey(name, version))) await bucket.remove(key)
    },
  }
  return { ...store, download: createDownload(store) }
}
