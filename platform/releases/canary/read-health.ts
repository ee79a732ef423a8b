import { getJson } from '@portal/command/send-request'
import { listReleaseHealth, type ReleaseHealth } from '@portal/contracts/telemetry'

const REQUEST_TIMEOUT_MS = 5_000

/**
 * Returns what pages have reported in the last `minutes`, by the API behind `origin`. @throws Error for a failed
 * response
 */
export async function readHealth(origin: string, token: string, minutes: number): Promise<ReleaseHealth[]> {
  const health = await getJson(`${origin}/api/v1${listReleaseHealth.path}`, {
    query: { minutes: String(minutes) },
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: REQUEST_TIMEOUT_MS,
  })
  return listReleaseHealth.response.parse(health).items
}
