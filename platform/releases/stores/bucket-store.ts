import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbandoned } from '@portal/command/unfinished-files'
import { type Bucket, type BucketAccess, openBucket } from '@portal/s3/bucket'
import { registryFileName, registrySequences } from '../registry.ts'
import { createDownload } from './download.ts'
import type { Records, RegistryCalls, ReleaseStore } from './store.ts'

const REQUEST_TIMEOUT_MS = 20_000

/** The store has about a hundred of them (prune.ts). */
const MAX_REGISTRY_TEXTS = 200

/** This many files of a release are uploaded concurrently. */
const UPLOAD_CONCURRENCY = 8

/** This file is uploaded last and deleted first, so a folder without it is not a release. */
const markerFile = 'release.json'

/** Stores releases in a bucket, and downloads them to `filesFolder`. */
export function createBucketStore(
  access: BucketAccess,
  filesFolder: string,
): Required<Pick<ReleaseStore, 'download'>> & ReleaseStore {
  const bucket = openBucket(access, REQUEST_TIMEOUT_MS)
  const records = { rejections: recordCalls(bucket, 'rejected/'), previews: recordCalls(bucket, 'previews/') }
  const store = { filesFolder, ...registryCalls(bucket), ...records, ...releaseCalls(bucket) }
  return { ...store, download: createDownload(store) }
}

function registryCalls(bucket: Bucket): RegistryCalls {
  const prefix = 'registry/'
  const registryKey = (sequence: number) => prefix + registryFileName(sequence)
  /** A registry never changes. */
  const texts = new Map<number, string>()
  return {
    async listRegistries() {
      const keys = await bucket.listKeys(prefix)
      return registrySequences(keys.map((key) => key.slice(prefix.length)))
    },

    async readRegistryText(sequence) {
      const known = texts.get(sequence)
      if (known !== undefined) return known
      const text = await bucket.get(registryKey(sequence))
      if (!text) throw new Error(`There is no registry ${sequence}`)
      if (texts.size >= MAX_REGISTRY_TEXTS) texts.clear()
      texts.set(sequence, text.toString())
      return text.toString()
    },

    addRegistry: (sequence, text) => bucket.putNew(registryKey(sequence), Buffer.from(text)),

    removeRegistry: (sequence) => bucket.remove(registryKey(sequence)),
  }
}

function recordCalls(bucket: Bucket, prefix: string): Records {
  return {
    list: async () => (await bucket.listKeys(prefix)).map((key) => key.slice(prefix.length)),
    read: async (name) => (await bucket.get(prefix + name))?.toString(),
    write: (name, text) => bucket.put(prefix + name, Buffer.from(text)),
    remove: (name) => bucket.remove(prefix + name),
  }
}

type ReleaseCalls = Pick<
  ReleaseStore,
  'putRelease' | 'readFile' | 'listFiles' | 'listReleases' | 'removeRelease' | 'removeUnfinished'
>

function releaseCalls(bucket: Bucket): ReleaseCalls {
  const releaseKey = (name: string, version: string, file = '') => `releases/${name}/${version}/${file}`

  async function listReleases(name: string): Promise<string[]> {
    const prefix = `releases/${name}/`
    return (await bucket.listFolders(prefix)).map((folder) => folder.slice(prefix.length, -1))
  }

  async function removeRelease(name: string, version: string): Promise<void> {
    // It is the first one, so a partial release can be uploaded again.
    await bucket.remove(releaseKey(name, version, markerFile))
    for (const key of await bucket.listKeys(releaseKey(name, version))) await bucket.remove(key)
  }

  return {
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

    async listFiles(name, version) {
      const prefix = releaseKey(name, version)
      return (await bucket.listKeys(prefix)).map((key) => key.slice(prefix.length))
    },

    listReleases,

    removeRelease,

    async removeUnfinished(name) {
      const keys = new Set(await bucket.listKeys(`releases/${name}/`))
      for (const version of await listReleases(name)) {
        if (keys.has(releaseKey(name, version, markerFile))) continue
        const times = await bucket.listTimes(releaseKey(name, version))
        if (times.every((time) => isAbandoned(Date.parse(time)))) await removeRelease(name, version)
      }
    },
  }
}
