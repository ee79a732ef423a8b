/**
 * Normalizes the address of a request for all parts of a server: the router takes a whole URI, which HTTP allows, for its
 * path, and ends a path at `#`, which no client may send. Checks before the router must not see another address.
 * `http://host/a?b#c` → `/a?b`
 */
export function originForm(target: string): string {
  const [address = ''] = target.split('#', 1)
  if (address.startsWith('/') || address === '*') return address
  const [origin] = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i.exec(address) ?? [address]
  const path = address.slice(origin.length)
  return path.startsWith('/') ? path : `/${path}`
}
