import { type PrecacheManifest, pageHeader } from '@portal/shared/page-protocol'

/**
 * Stores all files, because a page of one release does not run on files of another. Loads only files that are in no
 * precache yet: the address of a file changes with its content.
 * @throws when a file does not load
 */
export async function fillPrecache({ name, files }: PrecacheManifest): Promise<void> {
  const precache = await caches.open(name)
  await Promise.all([
    addToPrecache(precache, '/', { headers: { Accept: 'text/html', [pageHeader]: 'frame' }, cache: 'no-store' }),
    ...files.map(async ({ href, integrity }) => {
      const cached = await caches.match(href, { ignoreVary: true })
      if (cached) await precache.put(href, cached)
      else await addToPrecache(precache, href, { integrity })
    }),
  ])
}

async function addToPrecache(precache: Cache, href: string, init: RequestInit): Promise<void> {
  const response = await fetch(href, { ...init, priority: 'low' })
  if (!response.ok) throw new Error(`${href} responded with ${response.status}`)
  await precache.put(href, response)
}

/** Returns the empty page of this precache, which serves every address. */
export async function cachedPage({ name }: PrecacheManifest): Promise<Response | undefined> {
  const precache = await caches.open(name)
  return precache.match('/', { ignoreVary: true })
}

/** Deletes all but the previous precache: tabs that were opened with it request more of its files. */
export async function deleteOldPrecaches({ name }: PrecacheManifest): Promise<void> {
  const others = (await caches.keys()).filter((other) => other !== name)
  await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)))
}
