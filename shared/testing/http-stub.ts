import type { BodyOf, Endpoint, ParamsOf, ResponseOf } from '@portal/contracts/endpoint'
import axios from 'axios'

type Sent<E extends Endpoint> = {
  params: ParamsOf<E>
  query: Record<string, string>
  body: BodyOf<E>
  /** A call that sends files has it. */
  form: FormData | undefined
  idempotencyKey: string | undefined
}

type Handler = (sent: Sent<Endpoint>) => unknown

/** Thrown by a handler to respond with this status and code. */
export class ProblemResponse extends Error {
  readonly status: number
  readonly problem: object

  constructor(status: number, code: string, data: object = {}) {
    super(code)
    this.status = status
    this.problem = { code, message: code, ...data }
  }
}

/** Thrown by a handler so that no response comes, whether or not the call had an effect. */
export class NetworkError extends Error {
  override readonly message = 'no response'
}

const handlers = new Map<string, { pattern: RegExp; endpoint: Endpoint; handler: Handler }>()

/**
 * Stubs an endpoint below the real client: `stub(getBalance, () => ({ … }))`. The last stub of an endpoint holds. A
 * call without a stub responds with 501. `browser-setup` loads this file before the client, whose adapter it is.
 */
export function stub<E extends Endpoint>(
  endpoint: E,
  handler: (sent: Sent<E>) => ResponseOf<E> | Promise<ResponseOf<E>>,
): void {
  const path = endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
  handlers.set(`${endpoint.method} ${endpoint.path}`, {
    pattern: new RegExp(`^/api/v1${path}$`),
    endpoint,
    handler: handler as unknown as Handler,
  })
}

let isNetworkDown = false

/** No request gets a response from now on. */
export function loseNetwork(): void {
  isNetworkDown = true
  dispatchEvent(new Event('offline'))
}

export function restoreNetwork(): void {
  isNetworkDown = false
  dispatchEvent(new Event('online'))
}

/** Removes all stubs between tests. */
export function resetStubs(): void {
  handlers.clear()
  isNetworkDown = false
}

const network = globalThis.fetch

globalThis.fetch = async (input, init) => {
  // As on a network, the response comes after the call has returned.
  await Promise.resolve()
  const { pathname, searchParams } = new URL(String(input), 'http://portal')
  // A page requests its own files too.
  if (!pathname.startsWith('/api/')) return network(input, init)
  if (isNetworkDown) throw new TypeError('Failed to fetch')
  const method = init?.method ?? 'GET'
  for (const { pattern, endpoint, handler } of handlers.values()) {
    const match = endpoint.method === method ? pattern.exec(pathname) : null
    if (!match) continue
    try {
      const data = await handler({
        params: { ...match.groups } as never,
        query: Object.fromEntries(searchParams),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
        form: init?.body instanceof FormData ? init.body : undefined,
        idempotencyKey: new Headers(init?.headers).get('Idempotency-Key') ?? undefined,
      })
      return respond(endpoint.status ?? 200, data)
    } catch (cause) {
      if (cause instanceof ProblemResponse) return respond(cause.status, cause.problem)
      if (cause instanceof NetworkError) throw new TypeError('Failed to fetch')
      throw cause
    }
  }
  return respond(501, { code: 'not_stubbed', message: `${method} ${pathname}` })
}

// Files are transferred by axios (http/transport/transfer-file.ts), and get responses from the same stubs.
axios.defaults.adapter = async (config) => {
  const { url = '', method = '', headers, data: body } = config
  const response = await fetch(url, { method: method.toUpperCase(), headers: headers.toJSON() as never, body })
  return { status: response.status, statusText: '', headers: {}, data: await response.text(), config }
}

function respond(status: number, data: unknown): Response {
  // A file is a text of its own, not JSON.
  const body = data === undefined ? null : typeof data === 'string' ? data : JSON.stringify(data)
  return new Response(body, { status })
}
