import { keptPage } from './kits.ts'
import type { OfflineKit } from './offline-kit.ts'

/** Milliseconds. A network that answers later than this is no better than none. */
const patience = 3500

/** The network's page, which knows of every new release; the kept one where there is no network worth the name. */
export async function openPage(event: FetchEvent, kit: OfflineKit): Promise<Response> {
  const network = preloaded(event)
  const late = new Promise<never>((_, reject) => setTimeout(reject, patience))
  try {
    return await Promise.race([network, late])
  } catch {
    const kept = await keptPage(kit)
    if (!kept) return network
    // Nobody waits for it any more.
    network.catch(() => {})
    return kept
  }
}

async function preloaded(event: FetchEvent): Promise<Response> {
  const early: Response | undefined = await event.preloadResponse
  return early ?? fetch(event.request)
}
