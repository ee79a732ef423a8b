import type { Endpoint } from '@portal/contracts/endpoint'
import axios from 'axios'

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

/**
 * Transfers a body or a response that is a file. It uses axios, the only transport that reports the progress of both.
 */
export async function transferFile({
  url,
  method,
  headers,
  body,
  signal,
  timeoutMs,
  isBinary,
  onProgress,
}: RawRequest): Promise<RawResponse> {
  try {
    const {
      status,
      data,
      headers: given,
    } = await axios.request<string | ArrayBuffer>({
      url,
      method,
      headers,
      data: body,
      ...(signal && { signal }),
      timeout: timeoutMs,
      responseType: isBinary ? 'arraybuffer' : 'text',
      transformResponse: (response: unknown) => response,
      // Accepts every status, because the caller reads the reason of a rejection from its body.
      validateStatus: () => true,
      ...(onProgress && {
        onUploadProgress: ({ progress }) => onProgress(progress),
        onDownloadProgress: ({ progress }) => onProgress(progress),
      }),
    })
    const requestId = given['x-request-id'] ?? headers['X-Request-Id']
    return { status, text: toText(data, status), retryAfter: given['retry-after'], requestId }
  } catch (cause) {
    const hasTimedOut = axios.isAxiosError(cause) && (cause.code === 'ECONNABORTED' || cause.code === 'ETIMEDOUT')
    throw hasTimedOut ? new DOMException(cause.message, 'TimeoutError') : cause
  }
}

/** Returns text or bytes as text. A problem is JSON, whatever type was requested. */
function toText(data: string | ArrayBuffer, status: number): string {
  if (typeof data === 'string') return data
  const bytes = new Uint8Array(data)
  if (status >= 400) return new TextDecoder().decode(bytes)
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
