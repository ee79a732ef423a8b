import { BroadcastChannel } from 'node:worker_threads'
import { getAppLock, leaveApp, returnToApp } from '@portal/contracts/app-lock'
import { call } from '@portal/shared/http/call'
import { stub } from '@portal/shared/testing/http-stub'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionQuery } from '../load-session.ts'
import { startLeaveReports } from './leave-reports.ts'

let events: string[]
let client: QueryClient
let end: () => void
const replaced = vi.fn()

beforeEach(() => {
  events = []
  stub(getAppLock, () => ({ digits: 4, after_minutes: 1, locked: false, has_passkeys: false }))
  stub(leaveApp, () => void events.push('left'))
  stub(returnToApp, () => void events.push('returned'))
  vi.spyOn(location, 'replace').mockImplementation(replaced)
  vi.useFakeTimers({ toFake: ['Date'] })
  // The tests' browser has none.
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
})
afterEach(() => {
  end()
  document.documentElement.style.opacity = ''
  replaced.mockReset()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open(locks_after: number | null) {
  client = new QueryClient()
  setLock(locks_after)
  end = startLeaveReports(client)
}

function setLock(locks_after: number | null) {
  client.setQueryData(sessionQuery.queryKey, { locks_after } as never)
}

function see(visibility: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

const isCovered = () => document.documentElement.style.opacity === '0'

// spec: 2.195
test('the portal covers the page and reports it when the user leaves, and shows it again when they return in time', async () => {
  open(1)
  await vi.waitFor(() => expect(events).toEqual(['returned']), 60_000)
  see('hidden')
  expect(isCovered()).toBe(true)
  await vi.waitFor(() => expect(events).toEqual(['returned', 'left']), 60_000)
  vi.setSystemTime(Date.now() + 59_000)
  see('visible')
  expect(isCovered()).toBe(false)
  await vi.waitFor(() => expect(events).toEqual(['returned', 'left', 'returned']), 60_000)
  expect(replaced).not.toHaveBeenCalled()
})

// spec: 2.195
test('the portal leads to the lock without showing the page when the user returns too late', async () => {
  history.replaceState(null, '', '/billing?type=tip')
  open(1)
  see('hidden')
  vi.setSystemTime(Date.now() + 60_000)
  see('visible')
  expect(isCovered()).toBe(true)
  expect(replaced).toHaveBeenCalledWith('/unlock?back=%2Fbilling%3Ftype%3Dtip')
})

// A sleeping phone may stop one of the clocks, and its user may set the other one back.
test.each([
  ['Date', () => vi.setSystemTime(Date.now() + 60_000)],
  ['performance', () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)],
])('the portal leads to the lock when only %s says that the time has passed', (_, pass) => {
  open(1)
  see('hidden')
  pass()
  see('visible')
  expect(replaced).toHaveBeenCalledTimes(1)
})

// spec: 2.195
test('the portal reports the return after the leaving, however slow the network is', async () => {
  open(1)
  await vi.waitFor(() => expect(events).toEqual(['returned']), 60_000)
  const response = Promise.withResolvers<undefined>()
  stub(leaveApp, async () => {
    await response.promise
    events.push('left')
    return undefined
  })
  see('hidden')
  see('visible')
  expect(isCovered()).toBe(false)
  // What was requested before it has arrived.
  await call(getAppLock, {})
  response.resolve(undefined)
  await vi.waitFor(() => expect(events).toEqual(['returned', 'left', 'returned']), 60_000)
})

test('a page that stays visible reports it after another page was left', async () => {
  open(1)
  await vi.waitFor(() => expect(events).toEqual(['returned']), 60_000)
  const other = new BroadcastChannel('chaevye:left')
  other.postMessage(null)
  other.close()
  await vi.waitFor(() => expect(events).toEqual(['returned', 'returned']), 60_000)
})

test('a page that was left tells other pages', async () => {
  open(1)
  const other = new BroadcastChannel('chaevye:left')
  const told = new Promise((resolve) => {
    other.onmessage = resolve
  })
  see('hidden')
  await told
  other.close()
})

test('a page that was seen and left while this loaded is reported', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  open(1)
  expect(isCovered()).toBe(false)
  end()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: 'visible' } as PerformanceEntry])
  open(1)
  expect(isCovered()).toBe(true)
  await vi.waitFor(() => expect(events).toEqual(['left']), 60_000)
})

test('a lock that is set or removed while the page is open counts immediately', async () => {
  open(null)
  setLock(1)
  await vi.waitFor(() => expect(events).toEqual(['returned']), 60_000)
  see('hidden')
  expect(isCovered()).toBe(true)
  setLock(null)
  expect(isCovered()).toBe(false)
})

test('a page that is left uncovers what follows the end of the session', () => {
  open(1)
  see('hidden')
  end()
  expect(isCovered()).toBe(false)
})

test('the portal does nothing in a browser without a lock', () => {
  open(null)
  see('hidden')
  expect(isCovered()).toBe(false)
  expect(events).toEqual([])
})
