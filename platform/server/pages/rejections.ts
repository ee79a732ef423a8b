import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { endWith, problemResponse } from '@portal/api/http/client-errors'
import { Problem } from '@portal/api/http/problem'
import { sendProblem } from '@portal/api/http/problem-handler'
import { storageProblem } from '@portal/api/http/storage-problem'
import { requestIds } from '@portal/api/http/trace-context'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ShellRelease } from '../../bundler/release.ts'
import { isApiAddress } from '../api/mount-api.ts'
import { errorHeaders, errorPageHeaders, type Transport } from '../http/security.ts'
import { pageFiles } from '../releases/page-files.ts'
import { documentHead, sandboxBanner, sandboxBannerStyle, stylesheetLink } from './document.ts'

const HTML_TYPE = 'text/html; charset=utf-8'

type Options = { transport: Transport; shell: () => ShellRelease; isSandboxBank: () => boolean }

/**
 * Creates the responses to requests that this server does not serve: an error of the API for the addresses of the API,
 * a page for a navigation, and a line of text for others, such as a missing script.
 */
export function createRejections({ transport, shell, isSandboxBank }: Options) {
  const page = (status: number) => renderErrorPage(status, shell(), isSandboxBank())

  function reject(error: unknown, status: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (isApiAddress(request.url)) {
      reply.headers({ ...errorHeaders(transport), ...requestIds(request) })
      return sendProblem(isNoFailure(error, status, reply) ? new Problem(400, 'malformed') : error, request, reply)
    }
    if (status >= 500) request.log.error(error)
    const storage = storageProblem(error)
    if (storage) reply.header('Retry-After', storage.data.retry_after)
    reply.code(status).header('Cache-Control', 'no-store')
    if (!isNavigation(request)) {
      return reply.headers(errorHeaders(transport)).type('text/plain; charset=utf-8').send(`${STATUS_CODES[status]}\n`)
    }
    return reply.headers(errorPageHeaders(transport)).type(HTML_TYPE).send(page(status))
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
        address === undefined || isApiAddress(address)
          ? { ...problemResponse(431, 'headers_too_large'), headers: errorHeaders(transport) }
          : { status: 431, type: HTML_TYPE, body: page(431), headers: errorPageHeaders(transport) }
      endWith(socket, response)
      return true
    },
  }
}

/** Returns whether nothing has failed: the browser has left, or the proxy of the API has rejected an address. */
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

const notFound = {
  title: 'Страница не найдена',
  text: 'Такого адреса нет. Возможно, ссылка устарела или в ней опечатка.',
}
const tooLong = {
  title: 'Слишком длинный адрес',
  text: 'Портал не открывает такие длинные адреса. Откройте главную: нужный раздел есть в меню.',
}
const failed = {
  title: 'Страница не открылась',
  text: 'Что-то пошло не так у нас. С деньгами ничего не случилось: попробуйте ещё раз через минуту.',
}

/** Renders the page for a navigation that this server rejects itself, before the shell knows of it. */
function renderErrorPage(status: number, shell: ShellRelease, isSandboxBank: boolean): string {
  const { title, text } = status === 431 ? tooLong : status >= 500 ? failed : notFound
  return `<!doctype html>
<html lang="ru">
<head>
${documentHead(title)}
${pageFiles(shell, shell.css).map(stylesheetLink).join('\n')}
<link rel="stylesheet" href="/error-page.css">
${isSandboxBank ? sandboxBannerStyle : ''}
</head>
<body>
${isSandboxBank ? sandboxBanner : ''}
<main class="error-page">
<h1>${title}</h1>
<p>${text}</p>
<a href="/">На главную</a>
</main>
</body>
</html>
`
}
