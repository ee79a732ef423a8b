import { parseJson, sendRequest } from '@portal/command/send-request'
import * as z from 'zod'
import type { YookassaAccount } from '../../../settings/settings.ts'

const ErrorBody = z.object({ code: z.string(), parameter: z.string().optional() })

/** An unsuccessful response. It contains neither the description nor the request, which may repeat a phone number. */
export class YookassaError extends Error {
  override readonly name = 'YookassaError'
  readonly status: number
  /** The field of the request that is wrong. */
  readonly parameter: string | undefined

  constructor(status: number, code: string | undefined, parameter: string | undefined) {
    super(`ЮKassa responded ${status}${code ? ` ${code}` : ''}${parameter ? ` for ${parameter}` : ''}`)
    this.status = status
    this.parameter = parameter
  }
}

type Call = {
  method?: 'GET' | 'POST'
  query?: Record<string, string>
  body?: object
  idempotenceKey?: string
  signal: AbortSignal
}

/**
 * Calls the provider's API. Returns the status and the body of a success, which is 200, or 202 for a request that is
 * still being processed. @throws YookassaError for any other response, RequestError without a response
 */
export function createYookassaClient({ url, gatewayId, secretKey }: YookassaAccount) {
  const authorization = `Basic ${Buffer.from(`${gatewayId}:${secretKey}`).toString('base64')}`
  return async (path: string, { idempotenceKey, ...call }: Call) => {
    const headers = { authorization, ...(idempotenceKey && { 'idempotence-key': idempotenceKey }) }
    const { status, text } = await sendRequest({ ...call, url: url + path, headers })
    const body = parseJson(text)
    if (status !== 200 && status !== 202) {
      const { code, parameter } = ErrorBody.partial().catch({}).parse(body)
      throw new YookassaError(status, code, parameter)
    }
    return { status, body }
  }
}

/** The script of the provider's form for cards: its own copy of each version, which it changes only by corrections. */
export const widgetPath = '/payouts-data/3.1.0/widget.js'

const API_HOST = 'api.yookassa.ru'

/** Returns the address of the script. The provider serves it from another host than its API; a double serves both. */
export function widgetUrl({ url }: Pick<YookassaAccount, 'url'>): string {
  const { hostname, origin } = new URL(url)
  return (hostname === API_HOST ? 'https://yookassa.ru' : origin) + widgetPath
}
