import type { Agent } from 'node:http'
import axios, { type AxiosRequestConfig, type AxiosResponseHeaders, isAxiosError } from 'axios'

/** The longest response that is read: the API document has 1 MB. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

export type OutgoingRequest = {
  url: string
  method?: string
  /** A header that is `false` is not sent, even if axios has a default for it. */
  headers?: Record<string, string | false>
  query?: Record<string, string>
  /** An object is sent as JSON. */
  body?: object | string | Buffer
  /** Until the whole response is read. */
  timeoutMs?: number
  signal?: AbortSignal
  maxResponseBytes?: number
  /** Only the status and the headers are of interest: the connection ends after them, and `text` is empty. */
  ignoresBody?: boolean
  agent?: Agent
  /** Resolves the name of the host. */
  lookup?: AxiosRequestConfig['lookup']
}

export type OutgoingResponse = { status: number; headers: AxiosResponseHeaders; text: string }

/** There was no complete response. The error does not contain the request or its address, which may contain secrets. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** `ECONNREFUSED`, `ETIMEDOUT` */
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/**
 * Sends a request to another system and returns its response, whatever its status. Follows no redirect and uses no
 * proxy: only the address that was configured may get what is sent.
 * @throws RequestError when there is no whole response
 */
export async function sendRequest({ url, body, ...request }: OutgoingRequest): Promise<OutgoingResponse> {
  const { method = 'GET', headers = {}, query, timeoutMs, signal, agent, lookup, ignoresBody } = request
  const signals = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(Math.ceil(timeoutMs))]
  const config: AxiosRequestConfig = {
    url,
    method,
    headers,
    params: query,
    data: body,
    signal: AbortSignal.any(signals.filter((each) => each !== undefined)),
    maxRedirects: 0,
    proxy: false,
    maxContentLength: request.maxResponseBytes ?? MAX_RESPONSE_BYTES,
    responseType: ignoresBody ? 'stream' : 'text',
    transformResponse: (data) => data,
    validateStatus: () => true,
    ...(agent && { httpAgent: agent, httpsAgent: agent }),
    ...(lookup && { lookup }),
  }
  try {
    const response = await axios.request(config)
    if (ignoresBody) response.request.destroy()
    const text = ignoresBody ? '' : response.data
    return { status: response.status, headers: response.headers as AxiosResponseHeaders, text }
  } catch (error) {
    throw withoutRequest(error, config.signal as AbortSignal)
  }
}

/** Returns the JSON of a successful response. @throws Error for any other status, and as `sendRequest` */
export async function getJson(url: string, request: Omit<OutgoingRequest, 'url' | 'method'>): Promise<unknown> {
  const { status, text } = await sendRequest({ ...request, url })
  if (status !== 200) throw new Error(`it responded with ${status}`)
  return JSON.parse(text)
}

/** Errors of axios contain the whole request. */
function withoutRequest(error: unknown, signal: AbortSignal): unknown {
  if (!isAxiosError(error)) return error
  if (!signal.aborted) return new RequestError(error.message, error.code ?? 'ERR_NETWORK')
  const isLate = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
  return isLate ? new RequestError('there was no response in time', 'ETIMEDOUT') : signal.reason
}

/** Returns the JSON of a text, or undefined: a proxy in front of the other system may respond with a page. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
