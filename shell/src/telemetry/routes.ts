import type { PageRegistry } from '@portal/shared/page-protocol'
import { routes } from '../../manifest.ts'

/**
 * `/settings/cards/7/edit` → `/settings/cards/:id/edit`, without the ids and codes of an address. Undefined: no page.
 */
export function routePattern({ remotes }: Pick<PageRegistry, 'remotes'>, pathname: string): string | undefined {
  const announced = Object.values(remotes).flatMap(({ current }) => current.manifest.routes)
  return [...routes, ...announced].find(({ path }) => matches(path, pathname))?.path
}

/** Matches like react-router, which telemetry does not load. */
function matches(pattern: string, pathname: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i').test(pathname)
}
