import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../http/cookies.ts'
import { pageHeaders, type Transport } from '../http/security.ts'
import { endLostPreview } from '../inline-scripts.ts'

// Shows a build of a developer's machine inside this portal, in that developer's browser only. The browser sends only
// the port, so the code always comes from the machine of the browser.

export type Preview = { remote: string; origin: string }

/** A value is `mfe-tips:4444`. Over https the name's prefix prevents another host of the domain from setting it. */
const cookieName = ({ isHttps }: Transport) => (isHttps ? '__Host-preview' : 'preview')
const previewPattern = /^(mfe-[a-z-]{1,40}):(\d{4,5})$/

/** Reads the preview of this browser. */
export function readPreview(request: FastifyRequest, transport: Transport): Preview | undefined {
  return parsePreview(readCookie(request, cookieName(transport)) ?? '')
}

function parsePreview(value: string): Preview | undefined {
  const [, remote, port] = previewPattern.exec(value) ?? []
  return remote && Number(port) <= 65_535 ? { remote, origin: `http://localhost:${port}` } : undefined
}

/** Allows the page to load this build and nothing else. */
export function allowPreview(reply: FastifyReply, { origin }: Preview): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(/(style-src|connect-src) 'self'/g, `$1 'self' ${origin}`))
}

/**
 * Puts the build into the page's registry before the shell's scripts run, which are deferred. If the build does not
 * load, the page has the live releases and the preview ends.
 */
export function previewScript({ remote, origin }: Preview, nonce: string): string {
  return `<script src="${origin}/preview.js" data-remote="${remote}" crossorigin="anonymous" nonce="${nonce}"></script>
<script nonce="${nonce}">${endLostPreview}</script>`
}

type Options = Transport & { filesFolder: string }

/**
 * `/preview?remote=mfe-tips&port=4444` shows a form that turns the preview on. A button in the page turns it off. At
 * `/preview/shell` is the shell's server bundle, by which the developer's machine renders the preview.
 */
export async function servePreview(app: FastifyInstance, { filesFolder, ...transport }: Options): Promise<void> {
  await app.register(helmet, pageHeaders(transport))
  // Bodies of other types are not forms.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )

  app.get<{ Querystring: { remote?: string; port?: string } }>('/preview', async ({ query }, reply) => {
    const preview = parsePreview(`${query.remote}:${query.port}`)
    if (!preview) return reply.code(400).send('Bad preview\n')
    return reply.type('text/html; charset=utf-8').send(question(`${query.remote}:${query.port}`, preview))
  })

  app.get('/preview/shell', async (_request, reply) => {
    const { name, version, server } = app.published().shell
    if (!server) return reply.callNotFound()
    // Not a script: a page of this origin could not run it.
    return reply.type('application/octet-stream').send(await readFile(join(filesFolder, name, version, server.file)))
  })

  app.post<{ Body: URLSearchParams | undefined }>('/preview', async (request, reply) => {
    const value = request.body?.get('preview') ?? ''
    if (!isOwn(request) || !parsePreview(value)) return reply.code(403).send('Forbidden\n')
    return reply.header('Set-Cookie', setCookie(value, transport)).redirect('/', 303)
  })

  app.post('/preview/reset', async (request, reply) => {
    if (!isOwn(request)) return reply.code(403).send('Forbidden\n')
    return reply
      .code(204)
      .header('Set-Cookie', setCookie('', transport, 0))
      .send()
  })
}

/** Rejects requests from other sites, which must not turn a preview on. */
function isOwn({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'same-origin'
}

/** The cookie lasts until the browser is closed. */
function setCookie(value: string, transport: Transport, maxAge?: number): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `${cookieName(transport)}=${value}; Path=/; HttpOnly; SameSite=Strict${transport.isHttps ? '; Secure' : ''}${age}`
}

/** All values have passed `parsePreview`, so nothing needs escaping. */
function question(value: string, { remote, origin }: Preview): string {
  return `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Предпросмотр</title>
<form method="post" action="/preview">
<p>Показать в этом браузере сборку ${remote} с ${origin}?</p>
<button name="preview" value="${value}">Показать</button>
</form>
</html>
`
}
