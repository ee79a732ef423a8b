import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const keyId = 'test-key'
const secret = 'test-secret'

/**
 * A bucket in memory that speaks as much of S3 as is needed: it takes what is signed with its keys, content included,
 * and answers 403 to everything else.
 */
export async function startBucket() {
  const objects = new Map<string, { type: string | undefined; content: Buffer }>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const content = Buffer.concat(chunks)
    const answer = (status: number, body?: Buffer) => response.writeHead(status).end(body)
    const path = request.url ?? ''
    if (bucket.isDown) return answer(500)
    if (!isSigned(request, content)) return answer(403)
    if (request.method === 'PUT') {
      objects.set(path, { type: request.headers['content-type'], content })
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      return answer(204)
    }
    const object = objects.get(path)
    return object ? answer(200, object.content) : answer(404)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const bucket = {
    objects,
    isDown: false,
    env: {
      UPLOADS_S3_URL: `http://127.0.0.1:${port}/portal`,
      UPLOADS_S3_KEY_ID: keyId,
      UPLOADS_S3_SECRET: secret,
    },
    stop: () => server.close(),
  }
  return bucket
}

/** Signature version 4, as the store counts it from what came. */
function isSigned({ method, url, headers }: IncomingMessage, content: Buffer): boolean {
  const fields = headers.authorization?.match(
    /^AWS4-HMAC-SHA256 Credential=(.+?)\/(\d{8}\/.+?\/s3\/aws4_request), SignedHeaders=(.+?), Signature=(.+)$/,
  )
  const [, credential, scope = '', signedHeaders = '', signature] = fields ?? []
  const contentHash = sha256(content)
  if (headers['x-amz-content-sha256'] !== contentHash || !signedHeaders.includes('x-amz-content-sha256')) return false
  const lines = signedHeaders.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = [method, url, '', lines.join(''), signedHeaders, contentHash].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secret}`)
  return credential === keyId && signature === hmac(key, text).toString('hex')
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
