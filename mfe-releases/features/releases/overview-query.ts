import { getReleases, type ReleaseOverview } from '@portal/contracts/release'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'

/** Fetched again in intervals, because colleagues release too and reports come in. */
const REFRESH_INTERVAL_MS = 30_000

export function useOverview(): ReleaseOverview {
  return useSuspenseQuery({ ...apiQuery(getReleases, {}), refetchInterval: REFRESH_INTERVAL_MS }).data
}
