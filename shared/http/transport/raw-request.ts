import type { Endpoint } from '@portal/contracts/endpoint'

/** One request, whatever carries it. */
export type RawRequest = {
  url: string
  method: Endpoint['method']
  headers: Record<string, string>
  body: string | FormData | null
  signal: AbortSignal | undefined
  /** The time in which the whole response has to arrive. */
  timeoutMs: number
  /** The response is bytes, not text: each byte becomes the character with its code. */
  isBinary: boolean
  onProgress: ((share: number | undefined) => void) | undefined
}

export type RawResponse = {
  status: number
  text: string
  /** The `Retry-After` header. */
  retryAfter: string | null | undefined
  /** The id from the response's header, or else from the request's. */
  requestId: string | undefined
}
