import { listReleaseHealth, type ReleaseHealth } from '@portal/contracts/telemetry'

const REQUEST_TIMEOUT_MS = 5000

/** What pages said in the last `minutes`, by the API behind `origin`. @throws Error when it does not say */
export async function readHealth(origin: string, token: string, minutes: number): Promise<ReleaseHealth[]> {
  const answer = await fetch(`${origin}/api/v1${listReleaseHealth.path}?minutes=${minutes}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`${origin} answered ${answer.status}`)
  return listReleaseHealth.response.parse(await answer.json()).items
}
