import type { App } from './app-dependencies.ts'

/**
 * Many clients send a content type with every POST, even without a body. Such a request is read as one without a body,
 * not as broken JSON or an unknown media type; its contract decides whether a body is required.
 */
export function acceptEmptyBody(app: App): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody) delete headers['content-type']
  })

  // Whether a chunked request has a body is known only at its end.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  )
}
