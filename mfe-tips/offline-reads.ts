import { listOperations } from '@portal/shared/contracts/operation'
import { getTipsStats } from '@portal/shared/contracts/tips'
import { apiQuery } from '@portal/shared/http/query'
import type { OfflineReads } from '@portal/shared/remote'
import { periodOf } from './features/tips/period.ts'

/** What `/` and `/billing` ask for when they are opened without a filter. */
export function offlineReads(restId: string): OfflineReads {
  const { from, to } = periodOf(new URLSearchParams())
  return {
    period: apiQuery(getTipsStats, { query: { restId, from, to } }),
    tips: apiQuery(listOperations, { query: { restId, type: 'tip' } }),
    operations: apiQuery(listOperations, { query: { restId, page: 1 } }),
  }
}
