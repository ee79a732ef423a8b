import axios from 'axios'
import type { RawRequest, RawResponse } from './raw-request.ts'

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
    const response = await axios.request<string | ArrayBuffer>({
      url,
      method,
      headers,
      data: body,
      ...(signal && { signal }),
      timeout: timeoutMs,
      responseType: isBinary ? 'arraybuffer' : 'text',
      transformResponse: (received: unknown) => received,
      // Accepts every status, because the caller reads the reason of a rejection from its body.
      validateStatus: () => true,
      ...(onProgress && {
        onUploadProgress: ({ progress }) => onProgress(progress),
        onDownloadProgress: ({ progress }) => onProgress(progress),
      }),
    })
    return {
      status: response.status,
      text: toText(response.data, response.status),
      retryAfter: response.headers['retry-after'],
      requestId: response.headers['x-request-id'] ?? headers['X-Request-Id'],
    }
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
