import type { QueryClient } from '@tanstack/react-query'
import { remoteRouteAt } from '../remotes/route-at.ts'
import { isOpen } from '../routing/is-open.ts'
import { prefetchPage } from '../sections/remote-page.tsx'
import { savesData } from './saves-data.ts'

/** A finger or a pointer on a link, or the focus: what is there before the click is not waited for after it. */
const intents = ['pointerover', 'touchstart', 'focusin'] as const

/**
 * Loads the code of a page that the user is about to open: pages of remotes that are open to the user, each once, and
 * nothing for users who save data. Returns a function that ends it.
 */
export function startPrefetch(client: QueryClient): () => void {
  const warm = new Set<string>()

  function intended({ target }: Event): void {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (!link || link.origin !== location.origin || savesData()) return
    const route = remoteRouteAt(link.pathname)
    if (!route || warm.has(route.path) || !isOpen(client, route)) return
    warm.add(route.path)
    void prefetchPage(route.remote, route.path)
  }

  for (const type of intents) document.addEventListener(type, intended, { passive: true })
  return () => {
    for (const type of intents) document.removeEventListener(type, intended)
  }
}
