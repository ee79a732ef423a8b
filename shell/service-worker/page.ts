import type { PrecacheManifest } from '@portal/shared/page-protocol'
import { keptPage } from './kits.ts'

/** A network that answers later than this is no better than none. */
const networkTimeoutMs = 3500

/** A proxy whose server is away responds with one of these. */
const away = [502, 503, 504]

/** The network's page, which knows of every new release; the kept one where there is no network worth the name. */
export async function openPage({ request }: FetchEvent, kit: PrecacheManifest): Promise<Response> {
  const network = fetch(request)
  const failed = network.then(
    (answer) => away.includes(answer.status),
    () => true,
  )
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, networkTimeoutMs, true))
  const page = (await Promise.race([failed, late])) && (await keptPage(kit))
  return page || network
}
