import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { defaultKey } from './create-router.ts'
import { useRouter } from './router-provider.tsx'

/** How far each entry of the history was scrolled when the user left it, in pixels, by the key of its location. */
type Positions = Record<string, number>

const stored = storedObject<Positions>(sessionStore, 'chaevye:scroll', (value) => value as Positions)
let positions: Positions | undefined

/** Scrolls a new page to its top, and one that the user returns to, also by a reload, to where it was. */
export function ScrollRestoration() {
  const router = useRouter()
  const location = useLocation()

  useEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])

  useLayoutEffect(() => {
    // The browser has made this entry, and has scrolled to its element.
    if (location.key === defaultKey) return
    positions ??= stored.read() ?? {}
    const target = location.hash && document.getElementById(location.hash.slice(1))
    const position = positions[location.key]
    if (position !== undefined) scrollTo(0, position)
    else if (target) target.scrollIntoView()
    else if (!router.state.preventScrollReset) scrollTo(0, 0)

    const record = () => {
      if (positions) positions[location.key] = scrollY
    }
    const leave = () => {
      record()
      stored.write(positions ?? {})
      history.scrollRestoration = 'auto'
    }
    const unsubscribe = router.subscribe(record)
    addEventListener('pagehide', leave)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', leave)
    }
  }, [router, location])

  return null
}
