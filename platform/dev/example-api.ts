import { createServer, type ServerResponse } from 'node:http'
import { say } from '@portal/command/command'
import { listenLocally } from '@portal/command/free-ports'
import { openEvents } from '@portal/contracts/live-event'
import { login, logout } from '@portal/contracts/session'
import { commonResponses } from './examples/common-responses.ts'
import { payoutPage, profilePage, reviewsPage, sharingPage } from './examples/page-responses.ts'
import { photo } from './examples/profile.ts'
import { findResponse, respond, responseHeaders } from './examples/responses.ts'
import { anna } from './examples/users.ts'

/** Opened in a browser, it signs Анна in and goes on to `?back=`. */
export const SIGN_IN_PATH = '/demo/sign-in'

const responses = [
  ...commonResponses(anna),
  ...payoutPage,
  ...sharingPage,
  ...profilePage,
  ...reviewsPage,
  // With any phone and password.
  respond(login, anna.account),
  respond(logout, undefined),
]

type ExampleApi = { url: string; stop(): Promise<void> }

/** Starts an API with made-up responses. Nothing that is sent changes them, and any session is that of Анна. */
export async function startExampleApi(): Promise<ExampleApi> {
  const unknown = new Set<string>()
  const server = createServer(({ method = '', url = '' }, response) => {
    const address = new URL(url, 'http://localhost')
    const call = `${method} ${address.pathname}`
    if (address.pathname === SIGN_IN_PATH) return signIn(response)
    if (address.pathname.startsWith('/uploads/')) {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(photo)
      return
    }
    if (call === `GET /api/v1${openEvents.path}`) return openStream(response)
    const found = findResponse(responses, method, address)
    // The request stays pending on purpose (`neverRespond`).
    if (found === null) return
    if (call === `POST /api/v1${login.path}`) response.setHeader('Set-Cookie', SESSION_COOKIE)
    if (!found && !unknown.has(call)) say(`${call} has no made-up response, so the page gets 404`)
    unknown.add(call)
    const { status, json } = found ?? { status: 404, json: { code: 'not_found', message: call } }
    response.writeHead(status, responseHeaders).end(JSON.stringify(json))
  })
  const url = await listenLocally(server)
  return {
    url,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const SESSION_COOKIE = 'session=example; Path=/; HttpOnly; SameSite=Lax'

/** Stores what a login leaves in the browser. */
function signIn(response: ServerResponse): void {
  const { id, name } = anna.account
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': SESSION_COOKIE })
  response.end(`<!doctype html>
<script>
localStorage.setItem('chaevye:user', '${JSON.stringify({ id, name })}')
location.replace(new URL(new URLSearchParams(location.search).get('back') ?? '/', location.origin).pathname)
</script>`)
}

/** Opens the stream of hints, which stays empty. Without it a page would poll. */
function openStream(response: ServerResponse): void {
  response.writeHead(200, { ...responseHeaders, 'content-type': 'text/event-stream' })
  response.write(':\n\n')
}
