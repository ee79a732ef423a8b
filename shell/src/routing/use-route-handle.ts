import { useMatches } from '@portal/shared/router'
import type { RouteHandle } from './router.tsx'

/** What the route of the shown page says of itself; none of a page that says nothing. */
export function useRouteHandle(): RouteHandle | undefined {
  return useMatches().at(-1)?.handle as RouteHandle | undefined
}
