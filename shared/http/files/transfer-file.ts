import type { Endpoint } from '@portal/contracts/endpoint'
import axios from 'axios'

/** One request, whatever carries it. */
export type RawRequest = {
  url: string
  method: Endpoint['method']
  headers: Record<string, string>
  body: string | FormData | null
  signal: AbortSignal | undefined
  /** Until the whole response has to be there. */
  timeoutMs: number
  /** The response is no text: each byte becomes the character of its code. */
  isBinary: boolean
  onProgress: ((share: number | undefined) => void) | undefined
}

export type RawResponse = {
  status: number
  text: string
  /** The header. */
  retryAfter: string | null | undefined
  /** The header, or what the request had in its own. */
  requestId: string | undefined
}

/**
 * Transfers a body or a response that is a file: axios reports the progress, and no other transport does for both ways.
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
      // A rejection is a response too: the caller reads the reason.
      validateStatus: () => true,
      ...(onProgress && {
        onUploadProgress: ({ progress }) => onProgress(progress),
        onDownloadProgress: ({ progress }) => onProgress(progress),
      }),
    })
    const requestId = given['x-request-id'] ?? headers['X-Request-Id']
    return { status, text: textOf(data, status), retryAfter: given['retry-after'], requestId }
  } catch (cause) {
    const timedOut = axios.isAxiosError(cause) && (cause.code === 'ECONNABORTED' || cause.code === 'ETIMEDOUT')
    throw timedOut ? new DOMException(cause.message, 'TimeoutError') : cause
  }
}

/** A problem is JSON, whatever was requested. */
function textOf(data: string | ArrayBuffer, status: number): string {
  if (typeof data === 'string') return data
  const bytes = new Uint8Array(data)
  if (status >= 400) return new TextDecoder().decode(bytes)
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
