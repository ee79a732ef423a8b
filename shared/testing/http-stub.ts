import type { BodyOf, Endpoint, ParamsOf, ResponseOf } from '@portal/shared/contracts/endpoint'
import axios, { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'

type Sent<E extends Endpoint> = {
  params: ParamsOf<E>
  query: Record<string, string>
  body: BodyOf<E>
  idempotencyKey: string | undefined
}

type Handler = (sent: Sent<Endpoint>) => unknown

/** Thrown by a handler: the answer is this status and code. */
export class Refused extends Error {
  readonly status: number
  readonly problem: object

  constructor(status: number, code: string, data: object = {}) {
    super(code)
    this.status = status
    this.problem = { code, message: code, ...data }
  }
}

/** Thrown by a handler: no answer comes, whatever the server has done. */
export class Lost extends Error {}

const handlers = new Map<string, { pattern: RegExp; endpoint: Endpoint; handler: Handler }>()

/**
 * A server of a test, below the real client: `answer(getBalance, () => ({ … }))`. The last answer given for an endpoint
 * holds. A call that nothing answers is 501. Import this before the client, whose adapter it is.
 */
export function answer<E extends Endpoint>(
  endpoint: E,
  handler: (sent: Sent<E>) => ResponseOf<E> | Promise<ResponseOf<E>>,
): void {
  const path = endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
  handlers.set(`${endpoint.method} ${endpoint.path}`, {
    pattern: new RegExp(`^${path}$`),
    endpoint,
    handler: handler as unknown as Handler,
  })
}

/** Between tests. */
export function forgetAnswers(): void {
  handlers.clear()
}

axios.defaults.adapter = async (config) => {
  // As over a wire: what is asked later does not see an answer before the call is over.
  await Promise.resolve()
  const method = config.method?.toUpperCase()
  for (const { pattern, endpoint, handler } of handlers.values()) {
    const match = endpoint.method === method ? pattern.exec(config.url ?? '') : null
    if (!match) continue
    try {
      const data = await handler({
        params: { ...match.groups } as never,
        query: { ...config.params },
        body: config.data && JSON.parse(config.data),
        idempotencyKey: config.headers.get('Idempotency-Key')?.toString(),
      })
      return respond(config, endpoint.status ?? 200, data)
    } catch (cause) {
      if (cause instanceof Refused) return respond(config, cause.status, cause.problem)
      if (cause instanceof Lost) throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config)
      throw cause
    }
  }
  return respond(config, 501, { code: 'not_stubbed', message: `${method} ${config.url}` })
}

function respond(config: InternalAxiosRequestConfig, status: number, data: unknown): AxiosResponse {
  const response: AxiosResponse = { config, status, statusText: '', headers: {}, data }
  if (status < 400) return response
  throw new AxiosError(`Status ${status}`, AxiosError.ERR_BAD_RESPONSE, config, null, response)
}
