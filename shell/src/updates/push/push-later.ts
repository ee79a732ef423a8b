import { useLocation } from '@portal/shared/router'
import { useEffect } from 'react'
import { withPush } from './with-push.ts'

/** Where tips are shown. */
const TIPS_PATH = '/'

/** Looks after the push messages of this browser, while a user is signed in. */
export function usePushMessages(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    // Runs on each page, because the user may have allowed messages on the previous one.
    if (pathname) withPush(({ reportAmountChanges }) => reportAmountChanges())
  }, [pathname])
  useEffect(() => {
    if (pathname !== TIPS_PATH) return
    const seen = () => document.visibilityState === 'visible' && withPush(({ tipsSeen }) => tipsSeen())
    seen()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [pathname])
}
