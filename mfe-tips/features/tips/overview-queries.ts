import type { ResponseOf } from '@portal/contracts/endpoint'
import { listOperations, type Operation } from '@portal/contracts/operation'
import { getTipsStats } from '@portal/contracts/tips'
import { apiQuery } from '@portal/shared/http/query'
import type { Period } from './period.ts'

/** The figures of a period and of what it is compared with. */
export function statsQuery(restId: string, { from, to, compare }: Period) {
  return apiQuery(getTipsStats, { query: { restId, from, to, compare } })
}

/** The lists that the latest tips and shares of colleagues are taken from. */
export function latestQueries(restId: string) {
  return {
    tips: apiQuery(listOperations, { query: { restId, type: 'tip' } }),
    transfers: apiQuery(listOperations, { query: { restId, type: 'transfer' } }),
  }
}

type Page = ResponseOf<typeof listOperations>

/** Returns what the employee got from guests and from colleagues, newest first. */
export function latestReceived(tips: Page, transfers: Page): Operation[] {
  const shares = transfers.items.filter(({ type }) => type === 'transfer_in')
  return [...tips.items, ...shares].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
}
