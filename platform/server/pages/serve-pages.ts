import helmet from '@fastify/helmet'
import { isFromOtherSite } from '@portal/api/http/compress-json'
import { pageHeader } from '@portal/shared/page-protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findRoute } from '../../releases/page-parts.ts'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { sessionToken } from '../http/cookies.ts'
import { acceptForms } from '../http/forms.ts'
import { canHaveOpener, otherPageHeaders, type PageSafety, pageHeaders } from '../http/security.ts'
import { sendCompressed, sendInParts } from '../http/send-text.ts'
import type { BrowserReleases } from '../releases/browser-releases.ts'
import { CHOICE_ADDRESS } from '../releases/chosen-releases.ts'
import { linksOfScripts, renderPage, restOfPage, startOfPage } from './page.ts'
import { type ProviderFormSettings, serveProviderForm } from './provider-form.ts'
import { createSessionPages, type RenderForSession } from './session-page.ts'

export type PageOptions = ProviderFormSettings & {
  releases: Pick<ReleaseStore, 'filesFolder'>
  /** Sites that may show the card form in a frame: `https://shop.example`. */
  cardFormOrigins?: readonly string[]
}

type Options = PageOptions & { browserReleases: BrowserReleases; renderer?: Renderer | undefined }

/** Serves all pages: those of the portal, and the card form, which other sites may show in a frame. */
export async function servePages(app: FastifyInstance, options: Options): Promise<void> {
  const { isHttps, cardFormOrigins = [], renderer, releases } = options
  const render = renderer && (await createSessionPages(app, renderer, releases.filesFolder))
  await app.register(async (choices) => {
    await choices.register(helmet, pageHeaders({ isHttps }))
    acceptForms(choices)
    choices.post(CHOICE_ADDRESS, options.browserReleases.choosePreview)
  })
  await app.register(serveProviderForm, options)
  const served = { ...options, render }
  await app.register((pages) => servePagesAt(pages, '/*', { isHttps }, served))
  await app.register((pages) =>
    servePagesAt(pages, '/cards/card-form', { isHttps, embeddedBy: cardFormOrigins }, served),
  )
}

type ServedPages = Pick<Options, 'browserReleases' | 'publicSettings'> & { render: RenderForSession | undefined }

/** Serves the pages at an address, rendered for a signed-in user where that can be done, else as the frame. */
async function servePagesAt(
  app: FastifyInstance,
  address: string,
  safety: PageSafety,
  { browserReleases, publicSettings, render }: ServedPages,
): Promise<void> {
  await app.register(helmet, pageHeaders(safety))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(otherPageHeaders(safety))
    if (!canHaveOpener(request)) reply.removeHeader('Cross-Origin-Opener-Policy')
  })
  app.get(address, async (request, reply) => {
    // Browsers read `//billing` as an address of the host `billing`, and `\` as `/`.
    if (/^\/[/\\]/.test(request.url)) return reply.redirect(request.url.replace(/^[/\\]+/, '/'), 308)
    const [pathname = ''] = request.url.split('?')
    const { accept = '*/*' } = request.headers
    const acceptsHtml = accept.includes('text/html')
    // The response for a missing file is never a page, whatever the request accepts.
    if (/\.\w+$/.test(pathname) || !(acceptsHtml || accept.includes('*/*'))) return reply.callNotFound()
    if (acceptsHtml && (await browserReleases.takeChoice(request, reply))) return reply
    const live = await browserReleases.ofPage(request, reply)
    const route = findRoute(live, pathname)
    // A client that accepts anything, such as a health check, gets existing pages only.
    if (!route && !acceptsHtml) return reply.callNotFound()
    const isSignedIn = sessionToken(request) !== undefined
    const canRender = render && request.method === 'GET' && isSignedIn && !live.preview && !isForFrame(request)
    const started = canRender ? await render(request, live, route) : undefined
    const page = {
      published: live,
      route,
      nonce: reply.cspNonce.script,
      styleNonce: reply.cspNonce.style,
      hasSession: isSignedIn,
      embeddedBy: safety.embeddedBy,
      isSandboxBank: publicSettings?.()?.sandbox_bank === true,
      stylesheets: started?.stylesheets,
    }
    reply.code(route ? 200 : 404).type('text/html; charset=utf-8')
    reply.headers({
      'Cache-Control': started ? 'no-store' : 'no-cache',
      Vary: 'Accept-Encoding, Cookie, Sec-Fetch-Site',
    })
    if (!started) return sendCompressed(request, reply, renderPage(page))
    return sendInParts(request, reply.header('Link', linksOfScripts(live, page.nonce)), {
      start: startOfPage(page),
      rest: started.content.then((content) => restOfPage(page, content)),
      isPlain: isFromOtherSite(request),
    })
  })
}

/**
 * Returns whether the request is for the frame, which the service worker stores. Service workers of earlier releases
 * send no header for it. A navigation that passes through the service worker has no destination in Chromium, but it has
 * a mode.
 */
function isForFrame({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-fetch-mode': mode } = headers
  return headers[pageHeader] === 'frame' || (destination !== 'document' && mode !== 'navigate')
}
