import { useMeets } from './use-portal-context.ts'
import { useRouteHandle } from './use-route-handle.ts'

/** «Операции»: of the page that is shown. Of one that is closed, or not known yet to be open, not even its name. */
export function useRouteTitle(): string {
  const handle = useRouteHandle()
  const open = useMeets(handle?.requires)
  return handle && open ? handle.title : ''
}
