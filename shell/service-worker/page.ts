import type { PrecacheManifest } from '@portal/shared/page-protocol'
import { cachedPage } from './precache.ts'

/** A network whose response takes longer than this is treated as absent. */
const NETWORK_TIMEOUT_MS = 3500

/** A proxy whose server is down responds with one of these. */
const GATEWAY_ERRORS = [502, 503, 504]

/**
 * Returns whether the worker opens a page: frames, login, invitations and the card form have no menu,
 * and are left to the browser.
 */
export function isPageWithMenu({ mode, destination, url }: Request, { sections }: PrecacheManifest): boolean {
  const { pathname, searchParams } = new URL(url)
  // `?release=` counts where the user has entered it. A request of this worker would not say that.
  if (mode !== 'navigate' || destination !== 'document' || searchParams.has('release')) return false
  return sections.includes(sectionPath(pathname))
}

/** `/settings/cards/7/edit` → `settings` */
function sectionPath(pathname: string): string {
  return pathname.split('/')[1] ?? ''
}

/**
 * Returns the page of the network, which knows every new release, or the cached page if the network fails or times out.
 */
export async function openPage({ request }: FetchEvent, precache: PrecacheManifest): Promise<Response> {
  const network = fetch(request)
  const failed = network.then(
    (response) => GATEWAY_ERRORS.includes(response.status),
    () => true,
  )
  const timedOut = new Promise<boolean>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, true))
  const page = (await Promise.race([failed, timedOut])) && (await cachedPage(precache))
  return page || network
}
