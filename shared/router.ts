// The few names of react-router-dom in use, because sharing all of it with the remotes costs 40 kB.
export {
  Link,
  matchRoutes,
  Navigate,
  NavLink,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export { useBackCloses } from './overlay-history.ts'
export { createBrowserRouter, createServerRouter, type RouteObject } from './router/create-router.ts'
export { RouterProvider, useMatches } from './router/router-provider.tsx'
export { ScrollRestoration } from './router/scroll-restoration.ts'
