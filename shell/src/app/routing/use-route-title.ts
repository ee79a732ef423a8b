import { isRefusedByName } from './requirement.ts'
import { useMeets } from './use-portal-context.ts'
import { useRouteHandle } from './use-route-handle.ts'

/** «Операции»: the title of the shown page. A page that redirects, or may still turn out to be closed, has no title. */
export function useRouteTitle(): string {
  const handle = useRouteHandle()
  const open = useMeets(handle?.requires)
  return handle && (open || isRefusedByName(handle.requires)) ? handle.title : ''
}
