import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbandoned } from '@portal/command/unfinished-files'
import { type BucketAccess, openBucket } from '@portal/s3/bucket'
import { registryFileName, registrySequences } from '../registry.ts'
import { createDownload } from './download.ts'
import { type ReleaseStore, rejectionNames } from './store.ts'

const REQUEST_TIMEOUT_MS = 20_000

/** The store has about a hundred of them (prune.ts). */
const MAX_REGISTRY_TEXTS = 200

/** This many files of a release are uploaded concurrently. */
const UPLOAD_CONCURRENCY = 8

/** This file is uploaded last and deleted first, so a folder without it is not a release. */
const markerFile = 'release.json'

/** Stores releases in a bucket, and downloads them to `filesFolder`. */
export function bucketStore(
  access: BucketAccess,
  filesFolder: string,
): Required<Pick<ReleaseStore, 'download'>> & ReleaseStore {
  const bucket = openBucket(access, REQUEST_TIMEOUT_MS)
  /** A registry never changes. */
  const registryTexts = new Map<number, string>()
  const registryKey = (sequence: number) => `registry/${registryFileName(sequence)}`
  const releaseKey = (name: string, version: string, file = '') => `releases/${name}/${version}/${file}`

  const store: ReleaseStore = {
    filesFolder,

    async listRegistries() {
      const keys = await bucket.listKeys('registry/')
      return registrySequences(keys.map((key) => key.slice('registry/'.length)))
    },

    async readRegistryText(sequence) {
      const known = registryTexts.get(sequence)
      if (known !== undefined) return known
      const text = await bucket.get(registryKey(sequence))
      if (!text) throw new Error(`There is no registry ${sequence}`)
      if (registryTexts.size >= MAX_REGISTRY_TEXTS) registryTexts.clear()
      registryTexts.set(sequence, text.toString())
      return text.toString()
    },

    addRegistry: (sequence, text) => bucket.putNew(registryKey(sequence), Buffer.from(text)),

    async listRejections() {
      return rejectionNames((await bucket.listKeys('rejected/')).map((key) => key.slice('rejected/'.length)))
    },

    readRejection: async (name) => (await bucket.get(`rejected/${name}`))?.toString(),

    addRejection: (name, text) => bucket.put(`rejected/${name}`, Buffer.from(text)),

    removeRejection: (name) => bucket.remove(`rejected/${name}`),

    removeRegistry: (sequence) => bucket.remove(registryKey(sequence)),

    async putRelease(name, version, folder) {
      if (await bucket.get(releaseKey(name, version, markerFile))) return
      const files = (await readdir(folder)).filter((file) => file !== markerFile)
      const put = async (file: string) =>
        bucket.put(releaseKey(name, version, file), await readFile(join(folder, file)))
      for (let index = 0; index < files.length; index += UPLOAD_CONCURRENCY) {
        await Promise.all(files.slice(index, index + UPLOAD_CONCURRENCY).map(put))
      }
      // It is the last one, so a release that has it is complete.
      await put(markerFile)
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
      // It is the first one, so a partial release can be uploaded again.
      await bucket.remove(releaseKey(name, version, markerFile))
      for (const key of await bucket.listKeys(releaseKey(name, version))) await bucket.remove(key)
    },

    async removeUnfinished(name) {
      const keys = new Set(await bucket.listKeys(`releases/${name}/`))
      for (const version of await store.listReleases(name)) {
        if (keys.has(releaseKey(name, version, markerFile))) continue
        const times = await bucket.listTimes(releaseKey(name, version))
        if (times.every((time) => isAbandoned(Date.parse(time)))) await store.removeRelease(name, version)
      }
    },
  }
  return { ...store, download: createDownload(store) }
}
