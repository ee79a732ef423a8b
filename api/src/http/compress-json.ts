import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib'
import { acceptsCoding } from './accepts-coding.ts'
import type { App } from './app-dependencies.ts'
import { isOfOtherSite } from './other-site.ts'

/** Characters; a shorter response fits one packet with its headers in any case. */
const MIN_LENGTH = 1_000
/** Compressing a longer text on the main thread would delay other requests; for a shorter one another thread costs three times as much. */
const MAX_SYNC_LENGTH = 64 * 1_024

const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compressInPool = promisify(brotliCompress)

/**
 * Compresses JSON that is read, where the client accepts brotli. Responses to changes stay as they are: they alone contain secrets, such
 * as a token or a challenge, whose length beside a guessed text would reveal them (docs/decisions/0029-compressed-json.md).
 */
export function compressJson(app: App): void {
  app.addHook<string>('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return done(null, payload)
    if (request.method !== 'GET' || !isJson(reply.getHeader('content-type'))) return done(null, payload)
    if (reply.hasHeader('content-encoding')) return done(null, payload)
    reply.header('vary', 'Accept-Encoding')
    if (!acceptsCoding(request.headers['accept-encoding'], 'br') || isOfOtherSite(request)) return done(null, payload)
    reply.header('content-encoding', 'br')
    if (payload.length <= MAX_SYNC_LENGTH) return done(null, brotliCompressSync(payload, options))
    compressInPool(payload, options).then((compressed) => done(null, compressed), done)
  })
}

function isJson(type: number | string | string[] | undefined): boolean {
  return String(type).startsWith('application/json')
}
