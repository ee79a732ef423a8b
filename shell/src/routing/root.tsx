import { Outlet, ScrollRestoration, useLocation } from '@portal/shared/router'
import { navigated } from '@portal/shared/session/state/events'
import { Toaster } from '@portal/shared/ui/toaster'
import { useEffect, useLayoutEffect } from 'react'

const product = 'Чаевые'

/** What all pages have: the tab's title, toasts, the place one had scrolled to. */
export function Root({ title }: { title: string }) {
  const { key } = useLocation()

  // Before the new page renders and sends requests: a 403 of the previous page does not apply to this one, nor to
  // another try.
  useLayoutEffect(() => {
    navigated()
    window.portal.note({ navigatedAt: performance.now() })
  }, [key])

  useEffect(() => {
    document.title = title === '' || title === product ? product : `${title} — ${product}`
  }, [title])

  return (
    <>
      <Outlet />
      <Toaster />
      <ScrollRestoration />
    </>
  )
}
