import { expect, type Page } from '@playwright/test'
import type { ApiProblem } from '@portal/contracts/api-problem'
import type { Endpoint, ResponseOf } from '@portal/contracts/endpoint'
import { loadWideFont } from '@portal/test-kit/layout-problems'
import { now } from './data/now.ts'

type StubRequest = { params: Record<string, string>; query: Record<string, string> }
type StatusAndBody = { status: number; json: unknown }

/** The response of the stubbed API to one endpoint. With `create: null` no response ever arrives. */
export type StubResponse = { endpoint: Endpoint; create: ((request: StubRequest) => StatusAndBody) | null }

/** Responds with the body, or with what it returns for the request. A body that breaks the contract fails the test. */
export function respond<E extends Endpoint>(
  endpoint: E,
  body: ResponseOf<E> | ((request: StubRequest) => ResponseOf<E>),
): StubResponse {
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
): StubResponse {
  return { endpoint, create: () => ({ status, json: { message: problem.code, ...problem } satisfies ApiProblem }) }
}

/** Responds with a 400, which the page does not retry. The screen looks as it does after a 503, but appears sooner. */
export function failToLoad(endpoint: Endpoint): StubResponse {
  return respondWithError(endpoint, 400, { code: 'bad_request' })
}

/** Leaves the request pending, so that the loading state stays. */
export function neverRespond(endpoint: Endpoint): StubResponse {
  return { endpoint, create: null }
}

const base = '/api/v1'

export const responseHeaders = {
  // The page takes the portal's time from this header.
  date: new Date(now).toUTCString(),
  'content-type': 'application/json',
  // Chromium would cache a 410 forever without it.
  'cache-control': 'no-store',
  // Some screens show it.
  'x-request-id': '04629fa0-3894-4a32-ab55-c79161234567',
}

/** Responds to the calls about releases, instead of the portal server, which has its own. */
export async function interceptReleases(page: Page, responses: readonly StubResponse[]): Promise<void> {
  const isReleaseCall = ({ pathname }: URL) => pathname.startsWith(`${base}/releases`)
  await page.route(isReleaseCall, async (route, request) => {
    const found = findResponse(responses, request.method(), new URL(request.url()))
    expect.soft(found, `a response to ${request.method()} ${request.url()}`).toBeDefined()
    if (found) await route.fulfill({ ...found, headers: responseHeaders })
  })
}

/** Returns null if the response never arrives, and undefined if no response is stubbed. */
export function findResponse(
  responses: readonly StubResponse[],
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
  return new RegExp(`^${method} ${base}${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
}

/** Takes a page off the network. It loads the wide font first, with which the layout is checked later. */
export async function goOffline(page: Page): Promise<void> {
  await loadWideFont(page)
  await page.context().setOffline(true)
}
