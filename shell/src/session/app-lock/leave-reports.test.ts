import { getAppLock, leaveApp, returnToApp } from '@portal/contracts/app-lock'
import { call } from '@portal/shared/http/call'
import { stub } from '@portal/shared/testing/http-stub'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionQuery } from '../load-session.ts'
import { startLeaveReports } from './leave-reports.ts'

let events: string[]
let end: () => void
const replaced = vi.fn()

beforeEach(() => {
  events = []
  stub(getAppLock, () => ({ digits: 4, after_minutes: 1, locked: false, has_passkeys: false }))
  stub(leaveApp, () => void events.push('left'))
  stub(returnToApp, () => void events.push('returned'))
  vi.spyOn(location, 'replace').mockImplementation(replaced)
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  end()
  replaced.mockReset()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function open(locks_after: number | null) {
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, { locks_after } as never)
  end = startLeaveReports(client)
}

function see(visibility: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

const isCovered = () => document.documentElement.style.opacity === '0'

// spec: 2.195
test('the portal covers the page and reports it when the user leaves, and shows it again when they return in time', async () => {
  open(1)
  await vi.waitFor(() => expect(events).toEqual(['returned']))
  see('hidden')
  expect(isCovered()).toBe(true)
  await vi.waitFor(() => expect(events).toEqual(['returned', 'left']))
  vi.setSystemTime(Date.now() + 59_000)
  see('visible')
  expect(isCovered()).toBe(false)
  await vi.waitFor(() => expect(events).toEqual(['returned', 'left', 'returned']))
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
  document.documentElement.style.opacity = ''
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
  document.documentElement.style.opacity = ''
})

// spec: 2.195
test('the portal reports the return after the leaving, however slow the network is', async () => {
  open(1)
  await vi.waitFor(() => expect(events).toEqual(['returned']))
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
  await vi.waitFor(() => expect(events).toEqual(['returned', 'left', 'returned']))
})

test('the portal does nothing in a browser without a lock', () => {
  open(null)
  see('hidden')
  expect(isCovered()).toBe(false)
  expect(events).toEqual([])
})
