import { useBlocker } from '@portal/shared/router'
import { useEffect, useEffectEvent } from 'react'

/** While it is there, the phone's back button closes what is open and keeps the page with its filled form. */
export function BackCloses({ close }: { close: () => void }) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP')
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    onBack()
  }, [blocker])
  return null
}
