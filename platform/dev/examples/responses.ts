import type { ApiProblem } from '@portal/contracts/api-problem'
import type { Endpoint, ResponseOf } from '@portal/contracts/endpoint'
import { now } from './now.ts'

type ExampleRequest = { params: Record<string, string>; query: Record<string, string> }
type StatusAndBody = { status: number; json: unknown }

/** The example response of the API to one endpoint. With `create: null` no response ever arrives. */
export type ExampleResponse = { endpoint: Endpoint; create: ((request: ExampleRequest) => StatusAndBody) | null }

/** Responds with the body, or with what it returns for the request. A body that breaks the contract throws. */
export function respond<E extends Endpoint>(
  endpoint: E,
  body: ResponseOf<E> | ((request: ExampleRequest) => ResponseOf<E>),
): ExampleResponse {
  return {
    endpoint,
    create: (request) => ({
      status: endpoint.status ?? (endpoint.response ? 200 : 204),
      json: endpoint.response?.parse(body instanceof Function ? body(request) : body),
    }),
  }
}

/** `respondWithError(createPayout, 422, { code: 'otp_invalid', attempts_left: 4 })` */
export function respondWithError(
  endpoint: Endpoint,
  status: number,
  problem: Omit<ApiProblem, 'message'>,
): ExampleResponse {
  return { endpoint, create: () => ({ status, json: { message: problem.code, ...problem } satisfies ApiProblem }) }
}

/** Responds with a 400, which the page does not retry. The screen looks as it does after a 503, but appears sooner. */
export function failToLoad(endpoint: Endpoint): ExampleResponse {
  return respondWithError(endpoint, 400, { code: 'bad_request' })
}

/** Leaves the request pending, so that the loading state stays. */
export function neverRespond(endpoint: Endpoint): ExampleResponse {
  return { endpoint, create: null }
}

export const responseHeaders = {
  // The page takes the portal's time from this header.
  date: new Date(now).toUTCString(),
  'content-type': 'application/json',
  // Chromium would cache a 410 forever without it.
  'cache-control': 'no-store',
  // Some screens show it.
  'x-request-id': '04629fa0-3894-4a32-ab55-c79161234567',
}

/** Returns null if the response never arrives, and undefined if there is no example of it. The last one wins. */
export function findResponse(
  responses: readonly ExampleResponse[],
  method: string,
  { pathname, searchParams }: URL,
): StatusAndBody | null | undefined {
  const call = `${method} ${pathname}`
  const found = responses.findLast(({ endpoint }) => toPattern(endpoint).test(call))
  if (!found?.create) return found && null
  const params = { ...toPattern(found.endpoint).exec(call)?.groups }
  return found.create({ params, query: Object.fromEntries(searchParams) })
}

function toPattern({ method, path }: Endpoint): RegExp {
  return new RegExp(`^${method} /api/v1${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
}
