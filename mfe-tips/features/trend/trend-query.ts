import { getTipsTrend } from '@portal/contracts/trend'
import { apiQuery } from '@portal/shared/http/query'

/** The trend of one restaurant, or of all. */
export function trendQuery(restId: string | undefined) {
  return apiQuery(getTipsTrend, { query: restId === undefined ? {} : { restId } })
}
