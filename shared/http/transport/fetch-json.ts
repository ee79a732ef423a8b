import { correctClock } from '@portal/shared/http/clock'
import type { RawRequest, RawResponse } from './raw-request.ts'

/**
 * Sends a request whose body and response are text. Rejects with an `AbortError` when the caller aborts, and with a
 * `TimeoutError` when the response is not complete in time.
 */
export async function fetchJson({ url, method, headers, body, signal, timeoutMs }: RawRequest): Promise<RawResponse> {
  // The oldest browsers (.browserslistrc) have no `AbortSignal.any`, and report a timeout as an `AbortError`.
  const aborter = new AbortController()
  const abort = () => aborter.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  let hasTimedOut = false
  const timeout = setTimeout(() => {
    hasTimedOut = true
    abort()
  }, timeoutMs)

  try {
    // A response from the browser's cache would have an old date, and would hide that there is no network.
    const response = await fetch(url, { method, headers, body, signal: aborter.signal, cache: 'no-store' })
    correctClock(Date.parse(response.headers.get('date') ?? ''))
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('retry-after'),
      requestId: response.headers.get('x-request-id') ?? headers['X-Request-Id'],
    }
  } catch (cause) {
    throw hasTimedOut ? new DOMException('', 'TimeoutError') : cause
  } finally {
    clearTimeout(timeout)
    signal?.removeEventListener('abort', abort)
  }
}
