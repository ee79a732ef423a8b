import { useMatches } from '@portal/shared/router'
import type { RouteHandle } from './router.tsx'

/** «Операции»: of the page that is shown. */
export function useRouteTitle(): string {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  return handle?.title ?? ''
}
