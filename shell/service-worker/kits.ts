import type { PrecacheManifest } from '@portal/shared/page-protocol'

/** All or nothing: a page of one release does not run on files of another. @throws when something does not arrive */
export async function packKit({ name, files }: PrecacheManifest): Promise<void> {
  const kit = await caches.open(name)
  await Promise.all([
    keep(kit, '/', { headers: { Accept: 'text/html' }, cache: 'no-store' }),
    ...files.map(({ href, integrity }) => keep(kit, href, { integrity })),
  ])
}

async function keep(kit: Cache, href: string, init: RequestInit): Promise<void> {
  const response = await fetch(href, { ...init, priority: 'low' })
  if (!response.ok) throw new Error(`${href} answers ${response.status}`)
  await kit.put(href, response)
}

/** The empty page of this kit, of whatever address. */
export async function keptPage({ name }: PrecacheManifest): Promise<Response | undefined> {
  const kit = await caches.open(name)
  return kit.match('/', { ignoreVary: true })
}

/** Keeps the one before this one too: tabs that were opened with it ask for more of its files. */
export async function dropOldKits({ name }: PrecacheManifest): Promise<void> {
  const others = (await caches.keys()).filter((other) => other !== name)
  await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)))
}
