import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { defaultKey } from './page-history.ts'
import { useRouter } from './router-provider.tsx'

/** How far each entry of the history was scrolled when the user left it, in pixels, by the key of its location. */
type Positions = Record<string, number>

const stored = storedObject<Positions>(sessionStore, 'chaevye:scroll', (value) => value as Positions)
let positions: Positions | undefined

/** Scrolls a new page to its top, and one that the user returns to, also by a reload, to where it was. */
export function ScrollRestoration() {
  const router = useRouter()
  const location = useLocation()
  const isFirst = useRef(true)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])

  useLayoutEffect(() => {
    // A page that the server has rendered is scrolled before its code is there: by the browser, then by the user.
    const isScrolled = isFirst.current && scrollY > 0
    isFirst.current = false
    // The browser has made this entry, and has scrolled to its element.
    if (location.key === defaultKey) return
    positions ??= stored.read() ?? {}
    if (!isScrolled) scrollPage(positions[location.key], location.hash, router.state.preventScrollReset)

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

function scrollPage(position: number | undefined, hash: string, shouldStay: boolean): void {
  const target = hash && document.getElementById(hash.slice(1))
  if (position !== undefined) scrollTo(0, position)
  else if (target) target.scrollIntoView()
  else if (!shouldStay) scrollTo(0, 0)
}
