import type { PrecacheManifest } from '@portal/shared/page-protocol'

/**
 * `/releases/mfe-tips/3f2a…/entry.js`: the path contains a hash of the release or of the file, so the content never
 * changes. Paths of a development server have no hash.
 */
export function isReleaseFile(pathname: string): boolean {
  return /^\/releases\/[\w-]+\/[0-9a-f]{12}\//.test(pathname)
}

/** Returns the cached file, else the network's, which is then cached: a visited page opens again without a network. */
export async function releaseFile(event: FetchEvent, precache: PrecacheManifest): Promise<Response> {
  const { request } = event
  const { pathname, search } = new URL(request.url)
  const cached = () => caches.match(pathname, { ignoreVary: true })
  // `?attempt=2`: the page could not use what it got, which may have been the cached one.
  const found = search === '' && (await cached())
  if (found) return found
  try {
    const response = await fetch(request)
    if (response.ok) {
      const copy = response.clone()
      event.waitUntil(caches.open(precache.name).then((cache) => cache.put(pathname, copy)))
    }
    return response
  } catch (failure) {
    const last = await cached()
    if (last) return last
    throw failure
  }
}
