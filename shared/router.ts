import { createBrowserRouter as createRouter, type RouteObject } from 'react-router-dom'
import { routerWindow } from './overlay-history.ts'

// The few names of react-router-dom in use: sharing all of it with the remotes costs 40 kB.
export {
  Link,
  matchRoutes,
  Navigate,
  NavLink,
  Outlet,
  type RouteObject,
  RouterProvider,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export { useBackCloses } from './overlay-history.ts'

/** The one of react-router-dom, which does not see the history entries of open overlays. */
export function createBrowserRouter(routes: RouteObject[]) {
  return createRouter(routes, { window: routerWindow() })
}
