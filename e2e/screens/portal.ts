import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { openEvents } from '@portal/contracts/live-event'
import { commonResponses } from '@portal/platform/dev/examples/common-responses'
import { photo } from '@portal/platform/dev/examples/profile'
import { type ExampleResponse, findResponse, responseHeaders } from '@portal/platform/dev/examples/responses'
import { anna } from '@portal/platform/dev/examples/users'
import { releaseStoreFrom } from '@portal/platform/releases/release-settings'
import { createPortalBesideApi, type PortalOptions } from '@portal/platform/server/serve-portal'
import { narrowFont, wideFonts } from '@portal/test-kit/fonts'
import type { Screen } from './screen.ts'

/** A portal whose API has the responses of one screen at a time. */
export type ScreensPortal = {
  origin: string
  /** Responds as the screen needs it from now on; the last response for an endpoint wins. */
  respondAs: (screen: Screen) => void
}

/**
 * A page without code. The browser keeps its process for the next page of the portal, because neither has a
 * Cross-Origin-Opener-Policy: the server sends none to a page that a test opens (platform/server/http/security.ts).
 */
export const emptyPage = '/empty'

/**
 * Runs the portal in this process while `use` runs. The portal also serves the fonts: when a test intercepts requests,
 * Chromium has no cache and compiles all code again for each screen.
 */
export async function useScreensPortal(
  options: Pick<PortalOptions, 'createRenderer'>,
  use: (portal: ScreensPortal) => Promise<void>,
): Promise<void> {
  let responses: readonly ExampleResponse[] = []
  const isStrict = options.createRenderer === undefined
  const api = createServer((request, response) => respondTo(request, response, responses, isStrict))
  await new Promise<void>((resolve) => api.listen(0, 'localhost', resolve))
  const { port } = api.address() as AddressInfo
  const apiUrl = () => `http://localhost:${port}`
  const portal = await createPortalBesideApi({ apiUrl }, { releases: releaseStoreFrom({}), ...options })
  for (const { path, contentType, body } of [narrowFont, ...wideFonts]) {
    portal.get(path, (_request, reply) => reply.type(contentType).header('Cache-Control', 'max-age=3600').send(body))
  }
  portal.get(emptyPage, (_request, reply) => reply.type('text/html').send(''))
  await use({
    origin: await portal.listen({ host: 'localhost', port: 0 }),
    respondAs({ user, responses: own = [] }) {
      responses = [...commonResponses(user ?? anna), ...own]
    },
  })
  await portal.close()
  api.closeAllConnections()
  api.close()
}

/**
 * Responds to a request of the page. Where `isStrict`, a request without a response fails the test. A portal server
 * that renders also asks for what an earlier screen of the same route has read, and gets 404.
 */
function respondTo(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  responses: readonly ExampleResponse[],
  isStrict: boolean,
): void {
  if (url.startsWith('/uploads/')) {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(photo)
    return
  }
  const address = new URL(url, 'http://localhost')
  // The stream of events stays open without an event, as that of a quiet portal.
  if (address.pathname === `/api/v1${openEvents.path}`) return
  const found = findResponse(responses, method, address)
  if (!found && !isStrict) return void response.writeHead(404, responseHeaders).end('{}')
  expect.soft(found, `a response to ${method} ${url}`).toBeDefined()
  // This response never arrives.
  if (!found) return
  response.writeHead(found.status, responseHeaders).end(JSON.stringify(found.json))
}
