import { listEmployees } from '@portal/contracts/employee'
import { apiQuery } from '@portal/shared/http/query'
import { afterEach, expect, test, vi } from 'vitest'
import { berezka, client, closePortal, mostNotDefault, stubSession } from '../testing/open-portal.tsx'
import { sessionQuery } from './load-session.ts'

afterEach(() => {
  vi.useRealTimers()
  closePortal()
})

test('caches the restaurants for as long as the portal is open, also while no page shows them', async () => {
  vi.useFakeTimers()
  stubSession([berezka, mostNotDefault])
  await client.fetchQuery(sessionQuery)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(client.getQueryData(apiQuery(listEmployees, {}).queryKey)?.items).toEqual([berezka, mostNotDefault])
})
