import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BucketAccess } from '../bucket.ts'

export type MemoryBucket = BucketAccess & {
  objects: Map<string, { content: Buffer; type?: string | undefined; storedAt?: Date }>
  /** Every request fails. */
  isDown?: boolean
  /** It responds like a gateway without a store behind it. */
  isGateway?: boolean
  /** Requests for which the key has no right, such as `DELETE registry/000000001.json`. */
  forbidden?: RegExp
  /** It carries out the first matching request, and responds that it has failed. */
  losesResponse?: RegExp
  stop(): void
}

const keyId = 'test-key'
const secret = 'test-secret'

/**
 * Starts a bucket in memory that supports the part of S3 that the portal needs: conditional puts, paged lists, deletes.
 * It rejects requests whose signature, content included, was not made with its key.
 */
export async function startMemoryBucket(): Promise<MemoryBucket> {
  const server = createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    respond(bucket, request, response, Buffer.concat(chunks))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const bucket: MemoryBucket = {
    objects: new Map(),
    url: `http://127.0.0.1:${port}/portal`,
    region: 'us-east-1',
    keyId,
    secret,
    stop: () => server.close(),
  }
  return bucket
}

function respond(bucket: MemoryBucket, request: IncomingMessage, response: ServerResponse, content: Buffer): void {
  const { objects, isDown, isGateway, forbidden, losesResponse } = bucket
  const { method, url = '', headers } = request
  const send = (status: number, body?: string | Buffer) => response.writeHead(status).end(body)
  if (isDown) return void send(500)
  if (isGateway) return void send(200, '<html><body>It works!</body></html>')
  if (!isSigned(request, content)) return void send(403)
  const { pathname, searchParams } = new URL(url, 'http://bucket')
  const key = decodeURIComponent(pathname.slice('/portal/'.length))
  if (forbidden?.test(`${method} ${key}`)) return void send(403)
  if (method === 'PUT') {
    if (headers['if-none-match'] === '*' && objects.has(key)) return void send(412)
    objects.set(key, { content, type: headers['content-type'], storedAt: new Date() })
    if (losesResponse?.test(`${method} ${key}`)) {
      delete bucket.losesResponse
      return void send(500)
    }
    response.setHeader('etag', `"${createHash('md5').update(content).digest('hex')}"`)
    return void send(200)
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return void send(204)
  }
  if (searchParams.has('list-type')) return void send(200, listing(objects, searchParams))
  const object = objects.get(key)
  return void (object ? send(200, object.content) : send(404))
}

/** The number of keys on one page of a list. It is small, so that tests need few objects for several pages. */
const PAGE_SIZE = 3

function listing(objects: MemoryBucket['objects'], query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  if (query.has('delimiter')) {
    const folders = new Set(keys.map((key) => `${prefix}${key.slice(prefix.length).split('/')[0]}/`))
    const found = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`)
    return `<ListBucketResult><Prefix>${prefix}</Prefix>${found.join('')}</ListBucketResult>`
  }
  const start = Number(query.get('continuation-token') ?? 0)
  const page = keys.slice(start, start + PAGE_SIZE)
  const next =
    start + PAGE_SIZE < keys.length ? `<NextContinuationToken>${start + PAGE_SIZE}</NextContinuationToken>` : ''
  const contents = page.map((key) => {
    const { storedAt = new Date() } = objects.get(key) ?? {}
    return `<Contents><Key>${key}</Key><LastModified>${storedAt.toISOString()}</LastModified></Contents>`
  })
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

/** Signature version 4, as the store computes it from the request. */
function isSigned({ method, url = '', headers }: IncomingMessage, content: Buffer): boolean {
  const fields = headers.authorization?.match(
    /^AWS4-HMAC-SHA256 Credential=(.+?)\/(\d{8}\/.+?\/s3\/aws4_request), SignedHeaders=(.+?), Signature=(.+)$/,
  )
  const [, credential, scope = '', signedHeaders = '', signature] = fields ?? []
  const contentHash = sha256(content)
  if (headers['x-amz-content-sha256'] !== contentHash || !signedHeaders.includes('x-amz-content-sha256')) return false
  const lines = signedHeaders.split(';').map((name) => `${name}:${headers[name]}\n`)
  const { pathname, searchParams } = new URL(url, 'http://bucket')
  searchParams.sort()
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  const canonical = [method, pathname, query, lines.join(''), signedHeaders, contentHash].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secret}`)
  return credential === keyId && signature === hmac(key, text).toString('hex')
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
