import { expect, type Page } from '@playwright/test'
import type { ApiProblem } from '@portal/shared/contracts/api-problem'
import type { Endpoint, ResponseOf } from '@portal/shared/contracts/endpoint'

type Asked = { params: Record<string, string>; query: Record<string, string> }
type Reply = { status: number; json: unknown }

/** What the API says to one call; `null`: nothing, ever. */
export type Answer = { endpoint: Endpoint; reply: ((asked: Asked) => Reply) | null }

/** What the call answers, always or by what is asked. What does not fit the contract fails the test. */
export function answer<E extends Endpoint>(
  endpoint: E,
  body: ResponseOf<E> | ((asked: Asked) => ResponseOf<E>),
): Answer {
  return {
    endpoint,
    reply: (asked) => ({
      status: endpoint.status ?? (endpoint.response ? 200 : 204),
      json: endpoint.response?.parse(body instanceof Function ? body(asked) : body),
    }),
  }
}

/** `refuse(createPayout, 422, { code: 'otp_invalid', attempts_left: 4 })` */
export function refuse(endpoint: Endpoint, status: number, problem: Omit<ApiProblem, 'message'>): Answer {
  return { endpoint, reply: () => ({ status, json: { message: problem.code, ...problem } satisfies ApiProblem }) }
}

/** Not one that the browser asks for again by itself, as it does when the server is away: the screen is the same, sooner. */
export function failToLoad(endpoint: Endpoint): Answer {
  return refuse(endpoint, 400, { code: 'bad_request' })
}

/** Its answer stays on the way: what is seen meanwhile. */
export function keepWaiting(endpoint: Endpoint): Answer {
  return { endpoint, reply: null }
}

const base = '/api/v1'

/** The API of this page is these answers, of several for a call the last. One that is missing fails the test. */
export async function serveApi(page: Page, answers: readonly Answer[]): Promise<void> {
  await page.route(`**${base}/**`, async (route, request) => {
    const url = new URL(request.url())
    const call = `${request.method()} ${url.pathname}`
    const found = answers.findLast(({ endpoint }) => patternOf(endpoint).test(call))
    expect.soft(found, `an answer to ${call}`).toBeDefined()
    if (!found?.reply) return
    const params = { ...patternOf(found.endpoint).exec(call)?.groups }
    await route.fulfill(found.reply({ params, query: Object.fromEntries(url.searchParams) }))
  })
}

function patternOf({ method, path }: Endpoint): RegExp {
  return new RegExp(`^${method} ${base}${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
}
