import type { PrecacheManifest } from '@portal/shared/page-protocol'
import { cachedPage } from './precache.ts'

/** A network whose response takes longer than this is treated as absent. */
const networkTimeoutMs = 3500

/** A proxy whose server is away responds with one of these. */
const GATEWAY_ERRORS = [502, 503, 504]

/** Returns the network's page, which knows of every new release; the cached one where the network fails or times out. */
export async function openPage({ request }: FetchEvent, precache: PrecacheManifest): Promise<Response> {
  const network = fetch(request)
  const failed = network.then(
    (response) => GATEWAY_ERRORS.includes(response.status),
    () => true,
  )
  const timedOut = new Promise<boolean>((resolve) => setTimeout(resolve, networkTimeoutMs, true))
  const page = (await Promise.race([failed, timedOut])) && (await cachedPage(precache))
  return page || network
}
