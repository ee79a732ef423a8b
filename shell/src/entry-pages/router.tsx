import { Spinner } from '@portal/shared/ui/spinner'
import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useEffectEvent } from 'react'
import { pathParams } from '../routing/path-params.ts'
import { hrefOf, leaves, type NavigateOptions, navigate, type To, useLocation } from './location.ts'
import { ownRouteAt } from './pages.ts'

// Stands in for @portal/shared/router in the pages before sign-in (platform/bundler/webpack.ts): what they use of it, for their
// few addresses. The router itself is 10 kB, an eighth of all that such a page may weigh.

export { useLocation }

export const Content = createContext<ReactNode>(null)

export function Outlet() {
  return useContext(Content)
}

export function useNavigate() {
  return navigate
}

export function useSearchParams() {
  return [new URLSearchParams(useLocation().search)] as const
}

export function useParams(): Record<string, string> {
  const { pathname } = useLocation()
  return pathParams(ownRouteAt(pathname)?.path ?? '', pathname) ?? {}
}

/** The matched routes as far as `useRouteHandle` reads them. */
export function useMatches() {
  const route = ownRouteAt(useLocation().pathname)
  return route ? [{ handle: { title: route.title } }] : []
}

/** Is shown until the page is there, which takes a while where it is another document. */
export function Navigate({ to, ...options }: { to: To } & NavigateOptions) {
  const go = useEffectEvent(() => navigate(to, options))
  useEffect(() => go(), [])
  return <Spinner label="Открываем страницу" />
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: To } & NavigateOptions

export function Link({ to, replace, state, onClick, ...anchor }: LinkProps) {
  const href = hrefOf(to, useLocation())
  return (
    <a
      {...anchor}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (event.defaultPrevented || !isPlain || (leaves(href) && !replace)) return
        event.preventDefault()
        navigate(to, { replace, state })
      }}
    />
  )
}

/** The browser itself does it, and `navigate` for a new page. */
export function ScrollRestoration() {
  return null
}
