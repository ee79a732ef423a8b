import { Outlet, ScrollRestoration, useLocation } from '@portal/shared/router'
import { navigated } from '@portal/shared/session/state/events'
import { Toaster } from '@portal/shared/ui/toaster'
import { useEffect, useLayoutEffect } from 'react'

const product = 'Чаевые'

/** What all pages share: the title of the tab, toasts, and restoring the scroll position. */
export function Root({ title }: { title: string }) {
  const { key } = useLocation()

  // Runs before the new page renders and sends requests, so that a 403 of the previous page applies neither to this
  // page nor to another attempt.
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
