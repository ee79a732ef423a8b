import {
  createPath,
  type RouteObject as LibraryRoute,
  type Location,
  matchRoutes,
  type NavigateOptions,
  type Navigator,
  parsePath,
  type RouteMatch,
  type To,
} from 'react-router-dom'
import { browserHistory, defaultKey, encodeAddress, fixedHistory, type PageHistory } from './page-history.ts'

/** A route with what this router knows of: no loaders, actions or error elements. */
export type RouteObject = Pick<LibraryRoute, 'path' | 'element' | 'Component' | 'handle'> & { children?: RouteObject[] }

type Shown = {
  location: Location
  matches: RouteMatch<string, RouteObject>[]
  /** The page stays scrolled as it is. */
  preventScrollReset: boolean
}

export type Router = ReturnType<typeof createRouter>

/**
 * Follows the location for the components and hooks of react-router. Its own `createBrowserRouter` does this too, but
 * weighs 15 kB in the first page, for loaders and actions, which the portal does not have
 * (docs/decisions/0001-federation-settings.md).
 */
export function createRouter(routes: RouteObject[], history: PageHistory) {
  // The entry of an opened address has no key until then; a reload finds this one.
  const opened: Location = { ...history.location, key: newKey() }
  if (history.location.key === defaultKey) history.replace(opened)

  const listeners = new Set<(shown: Shown) => void>()
  let state = shownAt(history.location)
  const stopListening = history.listen(() => show(shownAt(history.location)))

  function shownAt(location: Location, preventScrollReset = false): Shown {
    return { location, matches: matchRoutes(routes, location) ?? [], preventScrollReset }
  }

  function show(shown: Shown): void {
    state = shown
    for (const listener of listeners) listener(shown)
  }

  function entering(enter: PageHistory['push']): Navigator['push'] {
    return (to: To, entryState: unknown = null, { preventScrollReset }: NavigateOptions = {}) => {
      // The location of the history would be late: it writes the entry later while it traverses (overlay-history.ts).
      const location: Location = { ...encodeAddress(to), state: entryState, key: newKey() }
      enter(location)
      show(shownAt(location, preventScrollReset))
    }
  }

  return {
    get state(): Shown {
      return state
    },
    /** Calls `listener` before the new page is rendered. Returns a function that stops listening. */
    subscribe(listener: (shown: Shown) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: history.go,
      push: entering(history.push),
      replace: entering(history.replace),
    } satisfies Navigator,
    dispose: stopListening,
  }
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

/** The router of a page. It does not see the history entries of open overlays. */
export function createBrowserRouter(routes: RouteObject[]): Router {
  // The server redirects `//billing`, but not without a network. To the history it would be an address of another host.
  const { pathname, search, hash } = location
  if (pathname.startsWith('//')) history.replaceState(history.state, '', pathname.replace(/^\/+/, '/') + search + hash)
  return createRouter(routes, browserHistory())
}

/** The router of a page that the server renders at an address: `/billing?type=tip`. */
export function createServerRouter(routes: RouteObject[], address: string): Router {
  return createRouter(routes, fixedHistory(parsePath(address)))
}
