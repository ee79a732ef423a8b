import { reportLiveReleases } from '@portal/contracts/telemetry'
import { pointersOf, type Registry } from '../registry.ts'

const RESPONSE_TIMEOUT_MS = 5_000
/** The number of versions of each name, newest first, that pages may still run. */
const MAX_VERSIONS = 10

/** Reports to the API behind `origin` which releases the registry has. @throws Error when it rejects them */
export async function reportLive(origin: string, token: string, { names }: Pick<Registry, 'names'>): Promise<void> {
  const releases = Object.entries(names).flatMap(([remote, registered]) =>
    pointersOf(registered)
      .slice(0, MAX_VERSIONS)
      .map(({ version }) => ({ remote, version })),
  )
  const response = await fetch(`${origin}/api/v1${reportLiveReleases.path}`, {
    method: reportLiveReleases.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ releases }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${origin} responded with ${response.status}`)
}
