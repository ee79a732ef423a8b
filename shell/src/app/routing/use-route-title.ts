import { showsNoAccess } from './requirement.ts'
import { useIsAllowed } from './use-portal-context.ts'
import { useRouteHandle } from './use-route-handle.ts'

/** «Операции»: the title of the shown page. A page that redirects, or may still turn out to be closed, has no title. */
export function useRouteTitle(): string {
  const handle = useRouteHandle()
  const open = useIsAllowed(handle?.requires)
  return handle && (open || showsNoAccess(handle.requires)) ? handle.title : ''
}
