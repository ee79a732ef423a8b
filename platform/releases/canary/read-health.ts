import { listReleaseHealth, type ReleaseHealth } from '@portal/contracts/telemetry'

const REQUEST_TIMEOUT_MS = 5_000

/** Returns what pages have reported in the last `minutes`, by the API behind `origin`. @throws Error for a failed response */
export async function readHealth(origin: string, token: string, minutes: number): Promise<ReleaseHealth[]> {
  const response = await fetch(`${origin}/api/v1${listReleaseHealth.path}?minutes=${minutes}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${origin} responded with ${response.status}`)
  return listReleaseHealth.response.parse(await response.json()).items
}
