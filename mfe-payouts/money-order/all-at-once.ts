import { useSearchParams } from '@portal/shared/router'
import { useEffect, useEffectEvent, useState } from 'react'

/** The withdrawal of the whole balance to the default method, ready to be confirmed. */
export const allAtOnce = '/out?amount=all'

/**
 * Returns whether the page was opened at that address, and calls `open` once then. The address loses it: a reload shows the
 * form, not what was to be confirmed.
 */
export function useAllAtOnce(open: () => void): boolean {
  const [params, setParams] = useSearchParams()
  const [isAll] = useState(params.get('amount') === 'all')
  const onOpened = useEffectEvent(() => {
    const next = new URLSearchParams(params)
    next.delete('amount')
    setParams(next, { replace: true, preventScrollReset: true })
    open()
  })
  useEffect(() => {
    if (isAll) onOpened()
  }, [isAll])
  return isAll
}
