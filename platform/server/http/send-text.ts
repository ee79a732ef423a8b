import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress } from 'node:zlib'
import { acceptsCoding } from '@portal/api/http/compress-json'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * These texts differ in each request, so fast compression is better than strong compression. In a window of 64 kB, it
 * finds as much of a page as in the usual one of 4 MB.
 */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 } }

const brotli = promisify(brotliCompress)

export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  if (!acceptsBrotli(request)) return reply.send(text)
  return reply.header('Content-Encoding', 'br').send(await brotli(text, options))
}

/** Sends the start of a text immediately and the rest when it is ready. `isPlain` turns compression off. */
export function sendInParts(
  request: FastifyRequest,
  reply: FastifyReply,
  { start, rest, isPlain }: { start: string; rest: Promise<string>; isPlain: boolean },
): FastifyReply {
  const compressed = isPlain || !acceptsBrotli(request) ? undefined : createBrotliCompress(options)
  const body = compressed ?? new PassThrough()
  body.write(start)
  compressed?.flush()
  rest.then(
    (text) => body.end(text),
    (error) => body.destroy(error),
  )
  if (compressed) reply.header('Content-Encoding', 'br')
  // nginx keeps a small part of a response until it has the whole.
  return reply.header('X-Accel-Buffering', 'no').send(body)
}

function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return acceptsCoding(headers['accept-encoding'], 'br')
}
