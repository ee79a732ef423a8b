import type { App } from './app-dependencies.ts'

/**
 * Many clients name a content type for every POST, also for one without a body. Such a request is read as one without a
 * body, not as broken JSON or an unknown media type: what a call then misses, its contract says.
 */
export function acceptEmptyBody(app: App): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody) delete headers['content-type']
  })

  // Of a chunked request, only the end tells that there was nothing in it.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  )
}
