import { getTipsStats } from '@portal/contracts/tips'
import { apiQuery } from '@portal/shared/http/query'
import type { Period } from './period.ts'

/** The figures of a period and of what it is compared with. */
export function statsQuery(restId: string, { from, to, compare }: Period) {
  return apiQuery(getTipsStats, { query: { restId, from, to, compare } })
}
