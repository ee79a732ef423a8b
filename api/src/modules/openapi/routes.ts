import { brotliCompressSync } from 'node:zlib'
import type { Access, Endpoint } from '@portal/contracts/endpoint'
import { acceptsCoding } from '../../http/accepts-coding.ts'
import type { App } from '../../http/app-dependencies.ts'
import { type Html, html } from '../../http/html.ts'
import { type Page, servePage } from '../../http/page.ts'
import { openapiDocument } from './document.ts'

/** Serves the document. Must be registered before the routes that it lists. */
export function openapiRoutes(app: App): void {
  const endpoints: Endpoint[] = []
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) endpoints.push(config.endpoint)
  })

  // Created and compressed once: it costs milliseconds of the processor, and any stranger may request it.
  let json: Buffer | undefined
  let compressed: Buffer | undefined
  app.get('/openapi.json', async (request, reply) => {
    json ??= Buffer.from(JSON.stringify(openapiDocument(endpoints)))
    reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding')
    if (!acceptsCoding(request.headers['accept-encoding'], 'br')) return reply.send(json)
    compressed ??= brotliCompressSync(json)
    return reply.header('content-encoding', 'br').send(compressed)
  })

  let page: Page | undefined
  servePage(app, '/docs', () => {
    page ??= docsPage(endpoints)
    return page
  })
}

function docsPage(endpoints: readonly Endpoint[]): Page {
  return {
    title: 'API',
    lang: 'en',
    body: html`<p class="lead">Everything is below <code>/api/v1</code>. Also as <a href="openapi.json">OpenAPI 3.1</a>.</p>
${endpoints.map(describe)}`,
  }
}

const callers: Record<Access, string> = {
  anyone: 'Open to anyone',
  user: 'Needs a session',
  service: 'Needs the service token',
  monitor: 'Needs the token of the metrics',
}

function describe(endpoint: Endpoint): Html {
  const { [endpoint.path.replace(/:(\w+)/g, '{$1}')]: operations } = openapiDocument([endpoint]).paths
  const operation = JSON.stringify(operations?.[endpoint.method.toLowerCase()], null, 2)
  return html`<section class="card">
<h2><span class="method">${endpoint.method}</span> <code>${endpoint.path}</code></h2>
<p>${endpoint.summary}</p>
<p class="muted">${callers[endpoint.access]}${endpoint.idempotent ? '; wants an Idempotency-Key' : ''}</p>
<details><summary>Request and response</summary><pre>${operation}</pre></details>
</section>
`
}
