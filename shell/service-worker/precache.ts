import type { PrecacheManifest } from '@portal/shared/page-protocol'

/** All or nothing: a page of one release does not run on files of another. @throws when something does not arrive */
export async function fillPrecache({ name, files }: PrecacheManifest): Promise<void> {
  const precache = await caches.open(name)
  await Promise.all([
    addToPrecache(precache, '/', { headers: { Accept: 'text/html' }, cache: 'no-store' }),
    ...files.map(({ href, integrity }) => addToPrecache(precache, href, { integrity })),
  ])
}

async function addToPrecache(precache: Cache, href: string, init: RequestInit): Promise<void> {
  const response = await fetch(href, { ...init, priority: 'low' })
  if (!response.ok) throw new Error(`${href} answers ${response.status}`)
  await precache.put(href, response)
}

/** The empty page of this kit, of whatever address. */
export async function cachedPage({ name }: PrecacheManifest): Promise<Response | undefined> {
  const precache = await caches.open(name)
  return precache.match('/', { ignoreVary: true })
}

/** Keeps the one before this one too: tabs that were opened with it ask for more of its files. */
export async function deleteOldPrecaches({ name }: PrecacheManifest): Promise<void> {
  const others = (await caches.keys()).filter((other) => other !== name)
  await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)))
}
