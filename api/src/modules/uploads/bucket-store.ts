import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Settings } from '../../settings.ts'
import type { ImageStore } from './image-store.ts'

type Bucket = Exclude<Settings['uploads'], { folder: string }>

/** Milliseconds; somebody looks at a spinner meanwhile. */
const patience = 10_000

/** Of Amazon or of anybody who speaks its protocol: MinIO, Yandex Object Storage, VK Cloud. */
export function bucketStore({ url, region, keyId, secret }: Bucket): ImageStore {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 2 })
  const ask = (method: 'GET' | 'PUT' | 'DELETE', name: string, content: Buffer = Buffer.alloc(0)) =>
    client.fetch(`${url}/${name}`, {
      method,
      headers: {
        ...(method === 'PUT' && { 'content-type': 'image/png' }),
        // Signed: what arrives is what was sent.
        'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
      },
      body: method === 'PUT' ? new Uint8Array(content) : null,
      signal: AbortSignal.timeout(patience),
    })
  return {
    async put(name, image) {
      const answer = await ask('PUT', name, image)
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the bucket answered ${answer.status} to a PUT`)
    },

    async get(name) {
      const answer = await ask('GET', name)
      if (answer.ok) return Buffer.from(await answer.arrayBuffer())
      await answer.body?.cancel()
      // Without the right to list, what is not there is forbidden.
      if (answer.status === 404 || answer.status === 403) return undefined
      throw new Error(`the bucket answered ${answer.status} to a GET`)
    },

    async remove(name) {
      const answer = await ask('DELETE', name)
      await answer.body?.cancel()
      if (!answer.ok && answer.status !== 404) throw new Error(`the bucket answered ${answer.status} to a DELETE`)
    },

    async check() {},
  }
}
