import { getJson, sendRequest } from '@portal/command/send-request'
import { listReleaseHealth, type ReleaseHealth, reportLiveReleases } from '@portal/contracts/telemetry'
import { entryPointers, type Registry } from '../registry.ts'

const REQUEST_TIMEOUT_MS = 5_000
/** The number of versions of each name, newest first, that pages may still run. */
const MAX_VERSIONS = 10

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

/** Reports to the API behind `origin` which releases the registry has. @throws Error when it rejects them */
export async function reportLive(origin: string, token: string, { names }: Pick<Registry, 'names'>): Promise<void> {
  const releases = Object.entries(names).flatMap(([remote, registered]) =>
    entryPointers(registered)
      .slice(0, MAX_VERSIONS)
      .map(({ version }) => ({ remote, version })),
  )
  const { status } = await sendRequest({
    url: `${origin}/api/v1${reportLiveReleases.path}`,
    method: reportLiveReleases.method,
    headers: { authorization: `Bearer ${token}` },
    body: { releases },
    timeoutMs: REQUEST_TIMEOUT_MS,
  })
  if (status < 200 || status > 299) throw new Error(`${origin} responded with ${status}`)
}
