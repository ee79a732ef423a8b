import type { App } from './app-dependencies.ts'

/**
 * Many clients send a content type with every POST, even without a body. Such a request counts as a request without a
 * body, not as broken JSON or an unknown media type. Its contract decides whether a body is required.
 */
export function acceptEmptyBody(app: App): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody) delete headers['content-type']
  })

  // Only the end of a chunked request shows whether it has a body.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  )
}
