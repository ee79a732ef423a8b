import { isRefusedByName } from './requirement.ts'
import { useMeets } from './use-portal-context.ts'
import { useRouteHandle } from './use-route-handle.ts'

/** «Операции»: of the page that is shown. Of one that redirects, or is not known yet to be open, not even its name. */
export function useRouteTitle(): string {
  const handle = useRouteHandle()
  const open = useMeets(handle?.requires)
  return handle && (open || isRefusedByName(handle.requires)) ? handle.title : ''
}
