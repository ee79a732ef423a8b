import { brotliCompressSync } from 'node:zlib'
import type { Endpoint } from '@portal/contracts/endpoint'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { acceptsCoding } from '../../http/compress-json.ts'
import { servePage } from '../../http/page.ts'
import { readContracts } from './contracts.ts'
import { openapiDocument } from './document.ts'
import { documentPage } from './page.ts'

/**
 * Serves the API document, which also contains the endpoints of the portal server. Register it before the routes that
 * it lists.
 */
export function openapiRoutes(app: App, { settings }: AppDependencies): void {
  const endpoints: Endpoint[] = []
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) endpoints.push(config.endpoint)
  })

  // Creating and compressing the document takes CPU time, and anonymous clients may request it, so this is done once.
  const read = once(async () => {
    const contracts = await readContracts()
    const portalServerEndpoints = [...contracts.endpoints.keys()].filter(({ responder }) => responder !== undefined)
    return openapiDocument([...endpoints, ...portalServerEndpoints], contracts, settings.origin)
  })
  const encode = once(async () => {
    const json = Buffer.from(JSON.stringify(await read()))
    return { json, compressed: brotliCompressSync(json) }
  })
  app.get('/openapi.json', async (request, reply) => {
    const { json, compressed } = await encode()
    reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding')
    if (!acceptsCoding(request.headers['accept-encoding'], 'br')) return reply.send(json)
    return reply.header('content-encoding', 'br').send(compressed)
  })

  const page = once(async () => documentPage(await read()))
  servePage(app, '/docs', page)
}

function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => {
    created ??= create()
    return created
  }
}
