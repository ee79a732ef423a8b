import { listReleaseHealth, type ReleaseHealth } from '@portal/contracts/telemetry'

/** Milliseconds; whoever waits has something better to do. */
const patience = 5000

/** What pages said in the last `minutes`, by the API behind `origin`. @throws Error when it does not say */
export async function readHealth(origin: string, token: string, minutes: number): Promise<ReleaseHealth[]> {
  const answer = await fetch(`${origin}/api/v1${listReleaseHealth.path}?minutes=${minutes}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(patience),
  })
  if (!answer.ok) throw new Error(`${origin} answered ${answer.status}`)
  return listReleaseHealth.response.parse(await answer.json()).items
}
