import { listOperations } from '@portal/contracts/operation'
import { apiQuery } from '@portal/shared/http/query'
import type { OfflineReads } from '@portal/shared/remote'
import { today } from '@portal/shared/session/today'
import { latestQueries, statsQuery } from './features/tips/overview-queries.ts'
import { parsePeriod } from './features/tips/period.ts'
import { trendQuery } from './features/trend/trend-query.ts'

/** The queries of `/`, `/billing` and `/trend` when they are opened without a filter. */
export function offlineReads(restId: string): OfflineReads {
  return {
    period: statsQuery(restId, parsePeriod(new URLSearchParams(), today())),
    ...latestQueries(restId),
    operations: apiQuery(listOperations, { query: { restId, page: 1 } }),
    trend: trendQuery(restId),
  }
}
