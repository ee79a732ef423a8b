import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Running } from '@portal/command/command'

export type StoredObject = { content: Buffer; at: Date }

/** Parts of an object that is uploaded in several. */
type Upload = Map<number, Buffer>

type StoreOptions = {
  bucket: string
  keyId: string
  key: string
  certificate: string
  /** Default: a free port, for this machine only. */
  port?: number
  host?: string
  /** Default: in memory. */
  objects?: Map<string, StoredObject>
}

/**
 * Starts a bucket that speaks as much of S3 as pgBackRest and the portal need, over TLS: puts, also conditional ones
 * and in parts, gets, lists and deletes. It accepts each signature by `keyId`.
 */
export async function startObjectStore(running: Running, options: StoreOptions) {
  const { bucket, keyId, key, certificate, port = 0, host = '127.0.0.1', objects = new Map() } = options
  const uploads = new Map<string, Upload>()
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (request, response) => {
    respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  running.started({
    stop() {
      server.closeAllConnections()
      server.close()
    },
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await buffer(request)
    const send = (status: number, body?: string | Buffer, headers = {}) =>
      void response.writeHead(status, headers).end(body)
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'https://store')
    const path = decodeURIComponent(pathname)
    if (!request.headers.authorization?.includes(`Credential=${keyId}/`)) return send(403)
    if (path === `/${bucket}` || path === `/${bucket}/`) {
      if (request.method === 'GET') return send(200, listing(objects, query))
      for (const [, each = ''] of content.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(each)
      return send(200, '<DeleteResult/>')
    }
    const name = path.slice(bucket.length + 2)
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (request.method === 'POST' && !upload) {
      const id = String(uploads.size + 1)
      uploads.set(id, new Map())
      return send(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (request.method === 'PUT' && upload) {
      upload.set(Number(query.get('partNumber')), content)
      return send(200, '', { etag: etagOf(content) })
    }
    if (request.headers['if-none-match'] === '*' && objects.has(name)) return send(412)
    if (request.method === 'PUT' || upload) {
      const parts = [...(upload ?? [])].toSorted(([a], [b]) => a - b).map(([, part]) => part)
      const whole = upload ? Buffer.concat(parts) : content
      objects.set(name, { content: whole, at: new Date() })
      const etag = etagOf(whole)
      return send(200, `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`, { etag })
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      // As S3 responds, whether there was one or not.
      return send(204)
    }
    const object: StoredObject | undefined = objects.get(name)
    if (!object) return send(404)
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    const part = from ? object.content.subarray(Number(from), to ? Number(to) + 1 : undefined) : object.content
    const headers = {
      'last-modified': object.at.toUTCString(),
      'content-length': part.length,
      etag: etagOf(object.content),
    }
    return send(from ? 206 : 200, request.method === 'HEAD' ? undefined : part, headers)
  }

  return { objects, port: (server.address() as AddressInfo).port, certificate }
}

function etagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}

function listing(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter')
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).sort()
  const below = (name: string) => (delimiter ? name.slice(prefix.length).includes(delimiter) : false)
  const folders = new Set(names.filter(below).map((name) => `${prefix}${name.slice(prefix.length).split('/')[0]}/`))
  const files = names.filter((name) => !below(name))
  return [
    '<ListBucketResult><IsTruncated>false</IsTruncated>',
    ...files.map((name) => {
      const { content, at } = objects.get(name) as StoredObject
      return `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`
    }),
    ...[...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`),
    '</ListBucketResult>',
  ].join('')
}
