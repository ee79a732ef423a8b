import { createContext, useContext, useSyncExternalStore } from 'react'
import { Router as LocationProvider, type RouteMatch, renderMatches } from 'react-router-dom'
import type { RouteObject, Router } from './create-router.ts'

const RouterContext = createContext<Router | null>(null)

/** Renders the page of the location without a transition, so that its skeleton shows before its data is there. */
export function RouterProvider({ router }: { router: Router }) {
  const { location, matches } = useShown(router)
  return (
    <RouterContext value={router}>
      <LocationProvider location={location} navigator={router.navigator}>
        {renderMatches(matches as RouteMatch[])}
      </LocationProvider>
    </RouterContext>
  )
}

/** @throws Error outside a `RouterProvider` */
export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('There is no RouterProvider around this component')
  return router
}

/** Returns the routes of the page that is shown, the outermost first. */
export function useMatches(): RouteObject[] {
  return useShown(useRouter()).matches.map(({ route }) => route)
}

function useShown(router: Router) {
  const shown = () => router.state
  return useSyncExternalStore(router.subscribe, shown, shown)
}
