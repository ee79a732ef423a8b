import type { Endpoint } from '@portal/contracts/endpoint'

const prefix = '/api/v1'

/** A path of the API without an endpoint, such as the documentation: `endpoint` is null. */
export type Found = { endpoint: Endpoint | null }

/**
 * Finds the endpoint of a request before the router does, because rejecting a request must cost less than routing it.
 * Returns undefined outside of the API.
 */
export function createEndpointFinder() {
  const exact = new Map<string, Found>()
  const patterns: { method: string; segments: string[]; found: Found }[] = []
  const none: Found = { endpoint: null }

  return {
    add(endpoint: Endpoint): void {
      const found = { endpoint }
      if (endpoint.path.includes('/:')) {
        patterns.push({ method: endpoint.method, segments: endpoint.path.split('/'), found })
      } else exact.set(`${endpoint.method} ${endpoint.path}`, found)
    },

    find(method = '', url = ''): Found | undefined {
      if (!url.startsWith(prefix)) return undefined
      const end = url.indexOf('?')
      const path = decode(url.slice(prefix.length, end < 0 ? undefined : end))
      const found = exact.get(`${method} ${path}`)
      if (found) return found
      const parts = path.split('/')
      const pattern = patterns.find(
        ({ method: of, segments }) =>
          of === method &&
          segments.length === parts.length &&
          segments.every((segment, index) => segment.startsWith(':') || segment === parts[index]),
      )
      return pattern?.found ?? none
    },
  }
}

/** Decodes a path as the router does. Otherwise `/user/%70ayout` would be an unknown endpoint here. */
function decode(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
