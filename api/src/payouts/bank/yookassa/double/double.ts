import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { YookassaAccount } from '../../../../settings/settings.ts'
import {
  createPayoutStore,
  doubleSbpBanks,
  type PayoutRequest,
  type PayoutStore,
  Rejection,
  type StoredPayout,
  type StoreOptions,
} from './payout-store.ts'
import { respondAsWidget } from './widget.ts'

/**
 * How a call fails. `lost_request` never arrives. `lost_response`, `error_after` and `timeout` are carried out, but
 * then the connection is closed, the response is a 500, or it never comes. `processing` is a 202 without a payout.
 */
export type Fault = 'lost_request' | 'lost_response' | 'error' | 'error_after' | 'timeout' | 'processing' | 'too_many'

export type YookassaDouble = Awaited<ReturnType<typeof startYookassaDouble>>

type Options = Omit<StoreOptions, 'onDecision'> & {
  port?: number
  /** Returns how a call fails, or undefined if it succeeds. */
  fault?: (method: string, path: string) => Fault | undefined
  /** Where decisions are reported, how often each, and how much later than they are made. */
  notifications?: { url: string; times?: number; delayMs?: number }
}

const gatewayId = '504001'
const secretKey = 'test_secret-key-of-the-double'
const PAGE_SIZE = 10
const MAX_KEY_LENGTH = 64

type Call = { method: string; path: string; searchParams: URLSearchParams; body: string; headers: IncomingHttpHeaders }

/** Starts a local server with the documented payout API of ЮKassa and its form for cards. Its data is in memory. */
export async function startYookassaDouble({ port = 0, fault, notifications, ...options }: Options = {}) {
  let chooseFault = fault
  const notifier = new Notifier(notifications)
  const store = createPayoutStore({ ...options, onDecision: (payout) => notifier.report(payout) })
  /** The calls that arrived, such as `POST /payouts`. */
  const calls: string[] = []

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double')
    const path = pathname.replace(/^\/v3/, '')
    const method = request.method ?? 'GET'
    const fault = chooseFault?.(method, path)
    if (fault === 'lost_request') return void request.socket.destroy()
    const body = await text(request)
    calls.push(`${method} ${path}`)
    if (fault === 'error') return send(response, 500, new Rejection(500, 'internal_server_error').body)
    if (fault === 'too_many') return send(response, 429, new Rejection(429, 'too_many_requests').body)
    const ofForm = respondAsWidget({ method, pathname, body }, store.addCard)
    if (ofForm) return void response.writeHead(200, { 'content-type': ofForm.type }).end(ofForm.body)
    const call = { method, path, searchParams, body, headers: request.headers }
    const result = requireResult(() => handle(store, call))
    if (fault === 'lost_response') return void request.socket.destroy()
    if (fault === 'error_after') return send(response, 500, new Rejection(500, 'internal_server_error').body)
    if (fault === 'processing') return send(response, 202, { type: 'processing', description: '', retry_after: 1800 })
    if (fault !== 'timeout') send(response, result.status, result.body)
  }

  const server: Server = createServer((request, response) => {
    // The connection may end before its request is complete.
    respond(request, response).catch(() => request.socket.destroy())
  })
  const url = await listen(server, port)
  return {
    account: { url, gatewayId, secretKey } satisfies YookassaAccount,
    calls,
    store,
    setFault(next: Options['fault']): void {
      chooseFault = next
    },
    setNotifications(next: Options['notifications']): void {
      notifier.target = next
    },
    async stop(): Promise<void> {
      store.stop()
      notifier.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts to listen on this machine. Returns the address of the API. */
async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`
}

/** Reports decisions to the portal. */
class Notifier {
  target: Options['notifications']
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(target: Options['notifications']) {
    this.target = target
  }

  report(payout: StoredPayout): void {
    if (!this.target) return
    const { url, times = 1, delayMs = 0 } = this.target
    const body = JSON.stringify({ type: 'notification', event: `payout.${payout.status}`, object: payout })
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      for (let sent = 0; sent < times; sent++) {
        // The notification is lost if the portal is down.
        fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => {})
      }
    }, delayMs)
    this.#timers.add(timer)
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}

/** Returns the response of the payout API. @throws Rejection */
function handle(store: PayoutStore, { method, path, searchParams, body, headers }: Call): object {
  const expected = `Basic ${Buffer.from(`${gatewayId}:${secretKey}`).toString('base64')}`
  if (headers.authorization !== expected) throw new Rejection(401, 'invalid_credentials')
  if (method === 'POST' && path === '/payouts') {
    const key = headers['idempotence-key']
    if (typeof key !== 'string' || key.length > MAX_KEY_LENGTH) {
      throw new Rejection(400, 'invalid_request', 'Idempotence-Key')
    }
    return store.create(key, JSON.parse(body) as PayoutRequest)
  }
  if (method !== 'GET') throw new Rejection(405, 'invalid_request')
  if (path === '/payouts') return listPayouts(store, searchParams)
  if (path === '/payouts/search')
    return { type: 'list', items: store.search(searchParams.get('metadata[payout_id]') ?? '') }
  if (path === '/sbp_banks') return { type: 'list', items: doubleSbpBanks }
  if (path === '/me') {
    const value = (store.balance() / 100).toFixed(2)
    return { account_id: gatewayId, status: 'enabled', test: true, payout_balance: { value, currency: 'RUB' } }
  }
  const payout = path.startsWith('/payouts/') ? store.find(path.slice('/payouts/'.length)) : undefined
  if (!payout) throw new Rejection(404, 'not_found')
  return payout
}

/** Returns a page of payouts, the newest first, as the provider lists them. */
function listPayouts(store: PayoutStore, query: URLSearchParams): object {
  const limit = Math.min(Number(query.get('limit') ?? PAGE_SIZE), PAGE_SIZE)
  const since = query.get('created_at.gte') ?? ''
  const until = query.get('created_at.lt') ?? '9'
  const start = Number(query.get('cursor') ?? 0)
  const matching = store
    .all()
    .toReversed()
    .filter(({ created_at: at }) => at >= since && at < until)
  const next = start + limit < matching.length ? { next_cursor: String(start + limit) } : {}
  return { type: 'list', items: matching.slice(start, start + limit), ...next }
}

function requireResult(handle: () => object): { status: number; body: object } {
  try {
    return { status: 200, body: handle() }
  } catch (error) {
    if (error instanceof Rejection) return error
    throw error
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body))
}
