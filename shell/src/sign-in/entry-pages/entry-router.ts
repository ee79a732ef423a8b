import { createBrowserRouter, matchRoutes } from '@portal/shared/router'
import type { OwnPath } from '../../../manifest.ts'
import { handOver } from '../../session/handed-over.ts'
import { entryRoutes, loadPage } from './entry-routes.tsx'

type EntryRouter = ReturnType<typeof createBrowserRouter>
type Enter = EntryRouter['navigator']['push']

/** The router of the pages before sign-in. Any other address is another document. */
export function createEntryRouter(): EntryRouter {
  const router = createBrowserRouter(entryRoutes)
  const { push, replace, createHref } = router.navigator
  let navigations = 0

  /** Enters one of these pages when its code is loaded, unless the user has navigated again meanwhile. */
  function entering(enter: Enter, leave: (href: string) => void): Enter {
    return async (to, ...rest) => {
      navigations += 1
      const navigation = navigations
      const href = createHref(to)
      const leaveIfLast = () => {
        if (navigation !== navigations) return
        handOver()
        leave(href)
      }
      const path = ownPathAt(new URL(href, location.href).pathname)
      if (!path) return leaveIfLast()
      const loading = loadPage(path)
      if (!loading) return enter(to, ...rest)
      await loading.then(() => navigation === navigations && enter(to, ...rest), leaveIfLast)
    }
  }

  Object.assign(router.navigator, {
    push: entering(push, (href) => location.assign(href)),
    replace: entering(replace, (href) => location.replace(href)),
  })
  return router
}

/** Returns the path of one of these pages, or undefined for another address. */
export function ownPathAt(pathname: string): OwnPath | undefined {
  return matchRoutes(entryRoutes, pathname)?.at(-1)?.route.path as OwnPath | undefined
}
