import type { APIRequestContext } from '@playwright/test'
import axios from 'axios'

type Call = { method?: 'GET' | 'POST' | 'PATCH'; data?: unknown }

/** Calls the API as a page of the portal does. Returns its response. @throws Error with the problem */
export async function callApi<T = undefined>(
  request: APIRequestContext,
  origin: string,
  path: string,
  { method = 'POST', data }: Call = {},
): Promise<T> {
  const response = await request.fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { origin, 'x-requested-with': 'portal', 'sec-fetch-site': 'same-origin' },
    ...(data !== undefined && { data }),
  })
  return read(response.status(), await response.text(), `${method} ${origin}${path}`)
}

/** A token, and the setting that it comes from. */
export type Token = { setting: 'E2E_ADMIN_TOKEN' | 'E2E_SERVICE_TOKEN'; token: string }

/**
 * Calls the API by a token of an operator or of the payment side. The trace of a test has the headers of all requests
 * of Playwright, and may be published with its report, so this request is not one of them.
 */
export async function callByToken<T = undefined>(
  { setting, token }: Token,
  origin: string,
  path: string,
  { method = 'POST', data }: Call = {},
): Promise<T> {
  const response = await axios
    .request<string>({
      url: `${origin}/api/v1${path}`,
      method,
      headers: { authorization: `Bearer ${token}` },
      data,
      maxRedirects: 0,
      responseType: 'text',
      transformResponse: (text) => text,
      validateStatus: () => true,
    })
    // The error of axios has the token.
    .catch(({ message }: Error) => {
      throw new Error(`${method} ${origin}${path}: ${message}`)
    })
  if (response.status === 401) throw new Error(`${origin} does not accept the token of ${setting}`)
  return read(response.status, response.data, `${method} ${origin}${path}`)
}

function read<T>(status: number, text: string, call: string): T {
  if (status >= 300) throw new Error(`${call}: ${status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}
