import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { App } from './app-dependencies.ts'

/** Returns whether `Accept-Encoding` allows a coding: `gzip, br;q=0.5` allows `br`; a weight of 0 forbids it. */
export function acceptsCoding(header: string | string[] | undefined, coding: 'br' | 'gzip'): boolean {
  for (const accepted of String(header).toLowerCase().split(',')) {
    const [name, ...parameters] = accepted.split(';').map((part) => part.trim())
    if (name !== coding) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return weight === undefined || Number(weight) > 0
  }
  return false
}

/** A shorter response fits into one packet without compression. */
const MIN_LENGTH = 1_000
/**
 * Texts up to this length are compressed in the main thread. A longer one would delay other requests there; for a
 * shorter one another thread costs three times as much.
 */
const MAX_SYNC_LENGTH = 64 * 1_024

const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compressInPool = promisify(brotliCompress)

/**
 * Compresses JSON responses to GET if the client accepts brotli. Responses to changes stay uncompressed: they contain
 * secrets, such as a challenge, which the length of a compressed response could reveal
 * (docs/decisions/0098-the-edge-belongs-to-nginx.md).
 */
export function compressJson(app: App): void {
  app.addHook<string>('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return done(null, payload)
    if (request.method !== 'GET' || !isJson(reply.getHeader('content-type'))) return done(null, payload)
    if (reply.hasHeader('content-encoding')) return done(null, payload)
    reply.header('vary', 'Accept-Encoding')
    if (!acceptsCoding(request.headers['accept-encoding'], 'br') || isFromOtherSite(request)) return done(null, payload)
    reply.header('content-encoding', 'br')
    if (payload.length <= MAX_SYNC_LENGTH) return done(null, brotliCompressSync(payload, options))
    compressInPool(payload, options).then((compressed) => done(null, compressed), done)
  })
}

function isJson(type: number | string | string[] | undefined): boolean {
  return String(type).startsWith('application/json')
}

/**
 * Whether a page of another site made the browser send the request. Such a page could choose a part of the response's
 * text, and guess the personal data next to it from the length of the compressed response.
 */
export function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
