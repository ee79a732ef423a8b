import { useLocation } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * The page whose heading was last shown. The first page of a document does not focus its heading, because a screen
 * reader starts at the top.
 */
let last: { pathname: string; employeeId: string | undefined; isFocused: boolean } | undefined

/** Focuses the heading of a page when the page or its restaurant changes, so that it is announced. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const { pathname } = useLocation()
  const employeeId = useSession((state) => state.currentEmployee?.id)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const hasMoved = last && (last.pathname !== pathname || (last.employeeId && last.employeeId !== employeeId))
    // The page has loaded, and its heading has replaced the heading of the empty layout, which had the focus.
    const wasReplaced = last?.isFocused && document.activeElement === document.body
    const isFocused = Boolean(hasMoved || wasReplaced)
    if (isFocused) heading.current?.focus({ preventScroll: true })
    last = { pathname, employeeId, isFocused: isFocused || Boolean(last?.isFocused) }
  }, [pathname, employeeId])

  return heading
}
