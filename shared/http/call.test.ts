import { getBalance } from '@portal/contracts/balance'
import { changePassword } from '@portal/contracts/password'
import { getPublicSettings } from '@portal/contracts/public-settings'
import { getSessionBootstrap } from '@portal/contracts/session'
import { ApiError } from '@portal/shared/http/api-error'
import { call, onCallFailed } from '@portal/shared/http/call'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { afterEach, expect, test, vi } from 'vitest'

const stubbed = globalThis.fetch
const balance = { avg_sum: 120, balance: 700, pending: 0, updated_at: '2026-11-22T12:00:00+03:00' }

afterEach(() => {
  vi.useRealTimers()
  globalThis.fetch = stubbed
})

/** A server that never responds, in a browser that names no reason but `AbortError`: Chromium before 124. */
function openSilentNetwork(): void {
  globalThis.fetch = (input, init) =>
    new Promise((resolve, reject) => {
      // The next test asks again whether there is a network.
      if (String(input).endsWith(getPublicSettings.path)) resolve(new Response())
      const abort = () => reject(new DOMException('signal is aborted without reason', 'AbortError'))
      if (init?.signal?.aborted) abort()
      init?.signal?.addEventListener('abort', abort)
    })
}

test('names each request and its trace, and its failure by the id that its response has', async () => {
  const sent: (string | null)[] = []
  globalThis.fetch = async (_, init) => {
    const headers = new Headers(init?.headers)
    const id = headers.get('x-request-id')
    expect(headers.get('traceparent')).toMatch(new RegExp(`^00-${id?.replaceAll('-', '')}-[\\da-f]{16}-00$`))
    sent.push(id)
    // An API of the previous version names requests by itself.
    const answered = { 'x-request-id': sent.length === 1 ? String(id) : '04629fa0-3894-4a32-ab55-c79161234567' }
    return Response.json({ code: 'internal', message: 'internal' }, { status: 500, headers: answered })
  }
  const fail = () => call(getSessionBootstrap, {}).catch((error: unknown) => error)
  expect(await fail()).toMatchObject({ status: 500, requestId: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(await fail()).toMatchObject({ requestId: '04629fa0-3894-4a32-ab55-c79161234567' })
  expect(new Set(sent).size).toBe(2)
})

test('names a request that got no response', async () => {
  let sent: string | null = null
  globalThis.fetch = async (_, init) => {
    // The next one asks whether there is a network.
    sent ??= new Headers(init?.headers).get('x-request-id')
    throw new TypeError('Failed to fetch')
  }
  const failure = await call(getSessionBootstrap, {}).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'offline', requestId: sent })
})

test('reports a timeout where the browser only reports an aborted request', async () => {
  vi.useFakeTimers()
  openSilentNetwork()
  const failure = call(getSessionBootstrap, {}).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await failure).toMatchObject({ name: 'ApiError', status: 0, code: 'timeout' })
})

test('aborts a request by the caller in a browser without AbortSignal.any', async () => {
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

test('sends a request with the former token again when the new password is set', async () => {
  const changed = Promise.withResolvers<void>()
  let token = 'old'
  const balances: string[] = []
  stub(changePassword, async () => {
    await changed.promise
    token = 'new'
    return undefined
  })
  stub(getBalance, () => {
    balances.push(token)
    if (token === 'old') throw new ProblemResponse(401, 'unauthorized')
    return balance
  })
  const change = call(changePassword, { body: { password: 'новый пароль', current_password: 'прежний пароль' } })
  const result = call(getBalance, { params: { restId: '7' } })
  await vi.waitFor(() => expect(balances).toEqual(['old']), 60_000)
  changed.resolve()
  expect(await result).toEqual(balance)
  await change
  expect(balances).toEqual(['old', 'new'])
})

test('reports an ended session once, after two attempts', async () => {
  let attempts = 0
  stub(getBalance, () => {
    attempts += 1
    throw new ProblemResponse(401, 'unauthorized')
  })
  const reported: string[] = []
  const stop = onCallFailed(({ code }) => reported.push(code))
  await expect(call(getBalance, { params: { restId: '7' } })).rejects.toMatchObject({ status: 401 })
  stop()
  expect(attempts).toBe(2)
  expect(reported).toEqual(['unauthorized'])
})
