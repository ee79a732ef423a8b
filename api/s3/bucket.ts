import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'

/** The address of a bucket (`https://storage.example/bucket`) and its key. */
export type BucketAccess = { url: string; region: string; keyId: string; secret: string }

/**
 * Opens a bucket of Amazon S3 or of a compatible provider: MinIO, Yandex Object Storage, VK Cloud.
 * `requestTimeoutMs` is the time limit for one request with all its attempts.
 * @throws Error if the address has a name or a password, because errors are logged with the address
 */
export function openBucket(access: BucketAccess, requestTimeoutMs: number): Bucket {
  const { host, username, password } = new URL(access.url)
  if (username || password) throw new Error(`The address of the bucket at ${host} has a name or a password in it`)
  return new Bucket(access, requestTimeoutMs)
}

/** Each request is signed with its content, and is retried at most twice when the server fails. */
export class Bucket {
  readonly #url: string
  readonly #client: AwsClient
  readonly #requestTimeoutMs: number

  constructor({ url, region, keyId, secret }: BucketAccess, requestTimeoutMs: number) {
    this.#url = url
    this.#client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 2 })
    this.#requestTimeoutMs = requestTimeoutMs
  }

  /** Returns undefined if the object does not exist. */
  async get(key: string): Promise<Buffer | undefined> {
    const response = await this.#send('GET', key)
    if (response.ok) return Buffer.from(await response.arrayBuffer())
    await response.body?.cancel()
    // 403: without the right to list, the store does not tell that an object does not exist.
    if (response.status === 404 || response.status === 403) return undefined
    throw failure(response, `a GET of ${key}`)
  }

  async put(key: string, content: Buffer, { contentType }: { contentType?: string } = {}): Promise<void> {
    const headers = contentType ? { 'content-type': contentType } : {}
    await requireStored(await this.#send('PUT', key, content, headers), key)
  }

  /** Returns false if the key has an object with other content. The provider must support `If-None-Match`. */
  async putNew(key: string, content: Buffer): Promise<boolean> {
    const response = await this.#send('PUT', key, content, { 'if-none-match': '*' })
    // 409: another request is writing this key. The stored object may also come from this call's first attempt.
    if (response.status === 412 || response.status === 409) {
      await response.body?.cancel()
      return (await this.get(key))?.equals(content) ?? false
    }
    await requireStored(response, key)
    return true
  }

  /** Deletes an object. Does nothing if the object does not exist. */
  async remove(key: string): Promise<void> {
    const response = await this.#send('DELETE', key)
    await response.body?.cancel()
    if (!response.ok && response.status !== 404) throw failure(response, `a DELETE of ${key}`)
  }

  async listKeys(prefix: string): Promise<string[]> {
    return await this.#list(prefix, 'Key')
  }

  /** Returns when each object with this prefix was stored, as ISO 8601. */
  async listTimes(prefix: string): Promise<string[]> {
    return await this.#list(prefix, 'LastModified')
  }

  /** Returns the folders directly below the prefix, each with a slash at its end. */
  async listFolders(prefix: string): Promise<string[]> {
    const found = await this.#list(prefix, 'Prefix', { delimiter: '/' })
    // The listing repeats the prefix itself.
    return found.filter((folder) => folder !== prefix)
  }

  /** Returns the content of each `tag` in the listing of a prefix. */
  async #list(prefix: string, tag: 'Key' | 'Prefix' | 'LastModified', options = {}): Promise<string[]> {
    const found: string[] = []
    for (let next: string | undefined = ''; next !== undefined; ) {
      const query = new URLSearchParams({ 'list-type': '2', prefix, ...options })
      if (next) query.set('continuation-token', next)
      query.sort()
      const response = await this.#send('GET', `?${query}`)
      const text = await response.text()
      if (!response.ok) throw failure(response, `a list of ${prefix}`)
      for (const [, name = ''] of text.matchAll(new RegExp(`<${tag}>([^<]+)</${tag}>`, 'g'))) found.push(name)
      next = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]
    }
    return found
  }

  async #send(method: string, key: string, content: Buffer = Buffer.alloc(0), headers = {}): Promise<Response> {
    try {
      return await this.#client.fetch(`${this.#url}/${key}`, {
        method,
        headers: { 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'), ...headers },
        body: method === 'PUT' ? new Uint8Array(content) : null,
        signal: AbortSignal.timeout(this.#requestTimeoutMs),
      })
    } catch (error) {
      throw new Error(`The bucket at ${new URL(this.#url).host} cannot be reached: ${reason(error)}`, { cause: error })
    }
  }
}

/** @throws Error if the response does not show that a bucket has stored the object */
async function requireStored(response: Response, key: string): Promise<void> {
  await response.body?.cancel()
  if (!response.ok) throw failure(response, `a PUT of ${key}`)
  // A gateway without a store behind it may respond with 200, too.
  if (!response.headers.has('etag')) throw new Error(`What responded to a PUT of ${key} is no bucket: it has no ETag`)
}

function failure({ status }: Response, request: string): Error {
  return new Error(`The bucket responded with ${status} to ${request}`)
}

/** Returns the cause of `fetch failed`, such as `connect ECONNREFUSED 10.0.0.7:443`. */
function reason(error: unknown): string {
  const { cause = error } = error as Error
  // An AggregateError has one error for each address of the host, and no message.
  if (cause instanceof AggregateError) return cause.errors.map(reason).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
