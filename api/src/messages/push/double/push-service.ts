import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { NewPushSubscription } from '@portal/contracts/push'
import type { PushMessage } from '@portal/contracts/push-message'

/** A message as a push service sees it, and its content as the browser sees it. */
type ReceivedPush = {
  endpoint: string
  headers: IncomingMessage['headers']
  /** Encrypted. */
  body: Buffer
  message: PushMessage
}

type Browser = { curve: ECDH; auth: Buffer; publicKey: string }
export type PushService = Awaited<ReturnType<typeof startPushService>>

/**
 * Starts a push service on this machine, with its browsers. It rejects messages without a signature by RFC 8292, and
 * decrypts the others by RFC 8291.
 */
export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  const problems: string[] = []
  let response: { status: number; headers: Record<string, string> } = { status: 201, headers: {} }

  const server = createServer(async (request, reply) => {
    const body = await buffer(request)
    const endpoint = origin + request.url
    const browser = browsers.get(endpoint)
    if (!browser) return reply.writeHead(410).end()
    if (response.status !== 201) return reply.writeHead(response.status, response.headers).end()
    try {
      verifySignature(request.headers.authorization ?? '', { audience: origin, publicKey: browser.publicKey })
      const message: PushMessage = JSON.parse(decrypt(body, browser))
      received.push({ endpoint, headers: request.headers, body, message })
      reply.writeHead(201).end()
    } catch (error) {
      problems.push(String(error))
      reply.writeHead(403).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    received,
    /** Why messages were rejected. */
    problems,
    /** As `pushManager.subscribe` with the portal's key. */
    subscribe(publicKey: string): NewPushSubscription {
      const curve = createECDH('prime256v1')
      const p256dh = curve.generateKeys('base64url')
      const auth = randomBytes(16)
      const endpoint = `${origin}/push/${randomBytes(16).toString('base64url')}`
      browsers.set(endpoint, { curve, auth, publicKey })
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') }, public_key: publicKey }
    },
    /** The browser has ended its subscription: messages get 410. */
    unsubscribe: (endpoint: string) => browsers.delete(endpoint),
    respondWith(status: number, headers: Record<string, string> = {}) {
      response = { status, headers }
    },
    /** What a browser gets when it was offline: only the newest message of each topic. */
    delivered(endpoint: string): PushMessage[] {
      const pushes = received.filter((push) => push.endpoint === endpoint)
      return [...new Map(pushes.map((push) => [push.headers.topic, push.message])).values()]
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Verifies `vapid t=<JWT>, k=<public key>` (RFC 8292). @throws Error for an invalid token */
function verifySignature(
  authorization: string,
  { audience, publicKey }: { audience: string; publicKey: string },
): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error(`signed with ${key}, not with the key of the subscription`)
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKeyObject = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKeyObject, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned || parseJson(header).alg !== 'ES256') throw new Error('the signature is not valid')
  const { aud, exp, sub } = parseJson(claims)
  const secondsLeft = Number(exp) - Date.now() / 1_000
  if (aud !== audience) throw new Error(`for ${aud}`)
  if (!(secondsLeft > 0 && secondsLeft <= 24 * 60 * 60)) throw new Error(`expires in ${secondsLeft} s`)
  if (!/^(mailto:.+@|https:\/\/(?!localhost))/.test(String(sub))) throw new Error(`of ${sub}`)
}

function parseJson(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

/** Decrypts an `aes128gcm` record (RFC 8188) as a browser (RFC 8291). @throws Error if it is for another browser */
function decrypt(body: Buffer, { curve, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + senderKey.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey])
  const secret = derive(curve.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
