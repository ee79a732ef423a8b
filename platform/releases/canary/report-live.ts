import { sendRequest } from '@portal/command/send-request'
import { reportLiveReleases } from '@portal/contracts/telemetry'
import { entryPointers, type Registry } from '../registry.ts'

const RESPONSE_TIMEOUT_MS = 5_000
/** The number of versions of each name, newest first, that pages may still run. */
const MAX_VERSIONS = 10

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
    timeoutMs: RESPONSE_TIMEOUT_MS,
  })
  if (status < 200 || status > 299) throw new Error(`${origin} responded with ${status}`)
}
