import type { QueryClient } from '@tanstack/react-query'
import { prefetchPage, remoteRouteAt } from '../../remotes/sections/remote-page.tsx'
import { isPageAllowed } from '../routing/use-user-facts.ts'
import { isSavingData } from './saves-data.ts'

/** A touch, a pointer or the focus on a link. What loads before the click needs no wait after it. */
const INTENTS = ['pointerover', 'touchstart', 'focusin'] as const

/**
 * Loads the code of a page that the user is about to open, once for each page of a remote that is open to the user.
 * Does nothing for users who save data. Returns a function that ends it.
 */
export function startPrefetch(client: QueryClient): () => void {
  const warm = new Set<string>()

  function intended({ target }: Event): void {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (!link || link.origin !== location.origin || isSavingData()) return
    const route = remoteRouteAt(link.pathname)
    if (!route || warm.has(route.path) || !isPageAllowed(client, route)) return
    warm.add(route.path)
    void prefetchPage(route.remote, route.path)
  }

  for (const type of INTENTS) document.addEventListener(type, intended, { passive: true })
  return () => {
    for (const type of INTENTS) document.removeEventListener(type, intended)
  }
}
