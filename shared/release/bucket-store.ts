import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { registryFileName, registrySequences } from './registry-file.ts'
import type { ReleaseStore } from './store.ts'

export type Bucket = { url: string; region: string; keyId: string; secret: string }

/** Milliseconds for one object. */
const patience = 20_000

/** Files of a release that are on their way at once. */
const atOnce = 8

/** The file of a release that is put last. */
const whole = 'release.json'

/** Of Amazon or of anybody who speaks its protocol and heeds `If-None-Match`: MinIO, Yandex Object Storage, VK Cloud. */
export function bucketStore({ url, region, keyId, secret }: Bucket): ReleaseStore {
  const { host, username, password } = new URL(url)
  // Whatever fails there is told with its address.
  if (username || password) throw new Error(`The address of the bucket at ${host} has a name or a password in it`)
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 2 })

  async function ask(method: string, key: string, content = Buffer.alloc(0), headers = {}): Promise<Response> {
    try {
      return await client.fetch(`${url}/${key}`, {
        method,
        headers: { 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'), ...headers },
        body: method === 'PUT' ? new Uint8Array(content) : null,
        signal: AbortSignal.timeout(patience),
      })
    } catch (error) {
      throw new Error(`The bucket at ${host} cannot be reached: ${reason(error)}`, { cause: error })
    }
  }

  async function done(answer: Response, deed: string): Promise<void> {
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The bucket answered ${answer.status} to ${deed}`)
  }

  async function get(key: string): Promise<Buffer | undefined> {
    const answer = await ask('GET', key)
    if (answer.ok) return Buffer.from(await answer.arrayBuffer())
    await answer.body?.cancel()
    // Without the right to list, what is not there is forbidden.
    if (answer.status === 404 || answer.status === 403) return undefined
    throw new Error(`The bucket answered ${answer.status} to a GET of ${key}`)
  }

  /** What stands in `tag` of a listing: keys, or the folders of one level. */
  async function list(prefix: string, tag: 'Key' | 'Prefix', folders = false): Promise<string[]> {
    const found: string[] = []
    for (let next: string | undefined = ''; next !== undefined; ) {
      const query = new URLSearchParams({ 'list-type': '2', prefix })
      if (folders) query.set('delimiter', '/')
      if (next) query.set('continuation-token', next)
      query.sort()
      const answer = await ask('GET', `?${query}`)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`The bucket answered ${answer.status} to a list of ${prefix}`)
      for (const [, name = ''] of text.matchAll(new RegExp(`<${tag}>([^<]+)</${tag}>`, 'g'))) found.push(name)
      next = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]
    }
    return found
  }

  async function remove(key: string): Promise<void> {
    await done(await ask('DELETE', key), `a DELETE of ${key}`)
  }

  const releaseKey = (name: string, version: string, file = '') => `releases/${name}/${version}/${file}`

  return {
    async listRegistries() {
      const keys = await list('registry/', 'Key')
      return registrySequences(keys.map((key) => key.slice('registry/'.length)))
    },

    async readRegistry(sequence) {
      const text = await get(`registry/${registryFileName(sequence)}`)
      if (!text) throw new Error(`There is no registry ${sequence}`)
      return text.toString()
    },

    async addRegistry(sequence, text) {
      const key = `registry/${registryFileName(sequence)}`
      const answer = await ask('PUT', key, Buffer.from(text), { 'if-none-match': '*' })
      // 409: another writer of the same number is at it just now.
      if (answer.status === 412 || answer.status === 409) {
        await answer.body?.cancel()
        // The client asks again where an answer failed, and what stands in the way may be its own first attempt.
        return String(await get(key)) === text
      }
      await done(answer, `a PUT of ${key}`)
      return true
    },

    removeRegistry: (sequence) => remove(`registry/${registryFileName(sequence)}`),

    async putRelease(name, version, folder) {
      if (await get(releaseKey(name, version, whole))) return
      const files = (await readdir(folder)).filter((file) => file !== whole)
      const put = async (file: string) => {
        const key = releaseKey(name, version, file)
        await done(await ask('PUT', key, await readFile(join(folder, file))), `a PUT of ${key}`)
      }
      for (let index = 0; index < files.length; index += atOnce) {
        await Promise.all(files.slice(index, index + atOnce).map(put))
      }
      // The last one: what has it is there whole.
      await put(whole)
    },

    readFile: (name, version, file) => get(releaseKey(name, version, file)),

    listFiles: async (name, version) => {
      const prefix = releaseKey(name, version)
      return (await list(prefix, 'Key')).map((key) => key.slice(prefix.length))
    },

    async listReleases(name) {
      const prefix = `releases/${name}/`
      const folders = await list(prefix, 'Prefix', true)
      return folders.filter((folder) => folder !== prefix).map((folder) => folder.slice(prefix.length, -1))
    },

    async removeRelease(name, version) {
      // The first one: what lacks it is no release, and may be put anew.
      await remove(releaseKey(name, version, whole))
      for (const key of await list(releaseKey(name, version), 'Key')) await remove(key)
    },
  }
}

/** `fetch failed` says nothing, what caused it does: `connect ECONNREFUSED 10.0.0.7:443`. */
function reason(error: unknown): string {
  const { cause = error } = error as Error
  // Of each address of a name that was tried, with no words of its own.
  if (cause instanceof AggregateError) return cause.errors.map(reason).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
