import { useMatches } from '@portal/shared/router'
import type { RouteHandle } from './router.tsx'
import { useMeets } from './use-portal-context.ts'

/** «Операции»: of the page that is shown. Of one that is closed, or not known yet to be open, not even its name. */
export function useRouteTitle(): string {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const open = useMeets(handle?.requires)
  return handle && open ? handle.title : ''
}
