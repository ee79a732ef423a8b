import { AwsClient } from 'aws4fetch'
import type { Settings } from '../../settings.ts'
import type { ImageStore } from './image-store.ts'

type Bucket = Exclude<Settings['uploads'], { folder: string }>

/** Milliseconds; somebody looks at a spinner meanwhile. */
const patience = 10_000

/** Of Amazon or of anybody who speaks its protocol: MinIO, Yandex Object Storage, VK Cloud. */
export function bucketStore({ url, region, keyId, secret }: Bucket): ImageStore {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 2 })
  const ask = (name: string, init: RequestInit) =>
    client.fetch(`${url}/${name}`, { ...init, signal: AbortSignal.timeout(patience) })
  return {
    async put(name, image) {
      const answer = await ask(name, {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: new Uint8Array(image),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the bucket answered ${answer.status} to a PUT`)
    },

    async get(name) {
      const answer = await ask(name, { method: 'GET' })
      if (answer.ok) return Buffer.from(await answer.arrayBuffer())
      await answer.body?.cancel()
      // Without the right to list, what is not there is forbidden.
      if (answer.status === 404 || answer.status === 403) return undefined
      throw new Error(`the bucket answered ${answer.status} to a GET`)
    },
  }
}
