import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { endWith, problemResponse } from '@portal/api/http/client-errors'
import { Problem } from '@portal/api/http/problem'
import { sendProblem } from '@portal/api/http/problem-handler'
import { storageProblem } from '@portal/api/http/storage-problem'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ShellRelease } from '../bundler/release.ts'
import { renderErrorPage } from './error-page.ts'
import { isOfApi } from './mount-api.ts'
import { errorHeaders, errorPageHeaders, type PageSafety } from './security.ts'

const htmlType = 'text/html; charset=utf-8'

type Options = { safety: PageSafety; shell: () => ShellRelease | undefined; sandboxBank: () => boolean }

/**
 * What this server responds to a request that it does not serve: the error of the API for its addresses, a page for a
 * navigation, a line of text for the rest, such as a missing script.
 */
export function createRejections({ safety, shell, sandboxBank }: Options) {
  const page = (status: number) => renderErrorPage(status, shell(), sandboxBank())

  function reject(error: unknown, status: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (isOfApi(request.url)) {
      reply.headers(errorHeaders(safety)).header('x-request-id', request.id)
      return sendProblem(isNoFailure(error, status, reply) ? new Problem(400, 'malformed') : error, request, reply)
    }
    if (status >= 500) request.log.error(error)
    const storage = storageProblem(error)
    if (storage) reply.header('Retry-After', storage.data.retry_after)
    reply.code(status).header('Cache-Control', 'no-store')
    if (!isNavigation(request)) {
      return reply.headers(errorHeaders(safety)).type('text/plain; charset=utf-8').send(`${STATUS_CODES[status]}\n`)
    }
    return reply.headers(errorPageHeaders(safety)).type(htmlType).send(page(status))
  }

  return {
    notFound: (request: FastifyRequest, reply: FastifyReply) =>
      reject(new Problem(404, 'not_found'), 404, request, reply),

    failed(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
      return reject(error, storageProblem(error)?.status ?? error.statusCode ?? 500, request, reply)
    },

    /**
     * Responds to a request whose address, with the other headers, is too long for the parser.
     * Returns false for other errors.
     */
    endTooLong(error: ConnectionError, socket: Socket): boolean {
      // Fastify declares another type than Node has.
      const { code, rawPacket } = error as Pick<ConnectionError, 'code'> & { rawPacket: unknown }
      if (code !== 'HPE_HEADER_OVERFLOW' || !socket.writable) return false
      const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, 100) : ''
      const [, address] = /^GET (\S+)/.exec(start) ?? []
      const response =
        address === undefined || isOfApi(address)
          ? { ...problemResponse(431, 'headers_too_large'), headers: errorHeaders(safety) }
          : { status: 431, type: htmlType, body: page(431), headers: errorPageHeaders(safety) }
      endWith(socket, response)
      return true
    },
  }
}

/** Returns whether the browser has left, or the proxy of the API has rejected an address, by an error of its own. */
function isNoFailure(error: unknown, status: number, reply: FastifyReply): boolean {
  const isKnown = error instanceof Problem || String((error as FastifyError).code).startsWith('FST_')
  return reply.raw.destroyed || (status < 500 && !isKnown)
}

/** A script or picture that is missing is never a page, whatever else its request accepts. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, accept = '' } = headers
  if (mode !== undefined) return mode === 'navigate'
  return method === 'GET' && accept.includes('text/html') && !/\.\w+(\?|$)/.test(url)
}
