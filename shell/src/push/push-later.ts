import { useLocation } from '@portal/shared/router'
import { useEffect } from 'react'

/** Where tips are shown. */
const tipsPath = '/'

/** Looks after the push messages of this browser. Loads nothing where the user has not allowed any. */
export function usePushMessages(): void {
  const { pathname } = useLocation()
  const showsTips = pathname === tipsPath
  useEffect(() => {
    // With each page: the user may have allowed them on the one before.
    if (pathname && isAllowed()) load().then(({ watchPush }) => watchPush(), ignore)
  }, [pathname])
  useEffect(() => {
    if (!showsTips) return
    const seen = () => {
      if (isAllowed() && document.visibilityState === 'visible')
        load()
          .then(({ tipsSeen }) => tipsSeen())
          .catch(ignore)
    }
    seen()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [showsTips])
}

const load = () => import('./push-messages.ts')

function isAllowed(): boolean {
  return 'Notification' in window && Notification.permission === 'granted'
}

function ignore() {}
