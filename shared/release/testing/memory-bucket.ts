import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bucket } from '../bucket-store.ts'

export type MemoryBucket = Bucket & {
  objects: Map<string, Buffer>
  /** What the key has no right to, as in `DELETE registry/000000001.json`. */
  forbidden?: RegExp
  /** Does what it is asked for, once, and then answers that it has failed. */
  losesAnswer?: RegExp
  stop(): void
}

/** A bucket in memory that speaks as much of S3 as releases need: conditional puts, lists by pages, deletes. */
export async function startMemoryBucket(): Promise<MemoryBucket> {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    answer(bucket, request, response, Buffer.concat(chunks))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const bucket: MemoryBucket = {
    objects,
    url: `http://127.0.0.1:${port}/portal`,
    region: 'us-east-1',
    keyId: 'test-key',
    secret: 'test-secret',
    stop: () => server.close(),
  }
  return bucket
}

function answer(
  bucket: MemoryBucket,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  content: Buffer,
): void {
  const { objects, forbidden, losesAnswer } = bucket
  const send = (status: number, body?: string | Buffer) => response.writeHead(status).end(body)
  const hash = createHash('sha256').update(content).digest('hex')
  if (!headers.authorization?.includes('Credential=test-key/') || headers['x-amz-content-sha256'] !== hash) {
    return void send(403)
  }
  const { pathname, searchParams } = new URL(url, 'http://bucket')
  const key = decodeURIComponent(pathname.slice('/portal/'.length))
  if (forbidden?.test(`${method} ${key}`)) return void send(403)
  if (method === 'PUT') {
    if (headers['if-none-match'] === '*' && objects.has(key)) return void send(412)
    objects.set(key, content)
    if (losesAnswer?.test(`${method} ${key}`)) {
      delete bucket.losesAnswer
      return void send(500)
    }
    return void send(200)
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return void send(204)
  }
  if (searchParams.has('list-type')) return void send(200, listing(objects, searchParams))
  const object = objects.get(key)
  return void (object ? send(200, object) : send(404))
}

/** Keys to a page: few, so that a list has several. */
const pageSize = 3

function listing(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  if (query.has('delimiter')) {
    const folders = new Set(keys.map((key) => `${prefix}${key.slice(prefix.length).split('/')[0]}/`))
    const found = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`)
    return `<ListBucketResult><Prefix>${prefix}</Prefix>${found.join('')}</ListBucketResult>`
  }
  const start = Number(query.get('continuation-token') ?? 0)
  const page = keys.slice(start, start + pageSize)
  const next =
    start + pageSize < keys.length ? `<NextContinuationToken>${start + pageSize}</NextContinuationToken>` : ''
  return `<ListBucketResult>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${next}</ListBucketResult>`
}
