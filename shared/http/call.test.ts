import { getBalance } from '@portal/shared/contracts/balance'
import { getSessionBootstrap } from '@portal/shared/contracts/session'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { afterEach, expect, test, vi } from 'vitest'

const stubbed = globalThis.fetch

afterEach(() => {
  vi.useRealTimers()
  globalThis.fetch = stubbed
})

/** A server that never responds, in a browser that names no reason but `AbortError`: Chromium before 124. */
function openSilentNetwork(): void {
  globalThis.fetch = (_, init) =>
    new Promise((_, reject) => {
      const abort = () => reject(new DOMException('signal is aborted without reason', 'AbortError'))
      if (init?.signal?.aborted) abort()
      init?.signal?.addEventListener('abort', abort)
    })
}

test('reports a timeout as one where the browser only says that the request was aborted', async () => {
  vi.useFakeTimers()
  openSilentNetwork()
  const failure = call(getSessionBootstrap, {}).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await failure).toMatchObject({ name: 'ApiError', status: 0, code: 'timeout' })
})

test('the caller aborts a request in a browser without AbortSignal.any', async () => {
  openSilentNetwork()
  const { any } = AbortSignal
  Reflect.deleteProperty(AbortSignal, 'any')
  try {
    const [late, early] = [new AbortController(), new AbortController()]
    early.abort()
    const calls = [early, late].map(({ signal }) =>
      call(getBalance, { params: { restId: '7' } }, { signal }).catch((error: unknown) => error),
    )
    late.abort()
    for (const failure of await Promise.all(calls)) {
      expect(failure).not.toBeInstanceOf(ApiError)
      expect(failure).toMatchObject({ name: 'AbortError' })
    }
  } finally {
    AbortSignal.any = any
  }
})
