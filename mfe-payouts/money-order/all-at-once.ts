import { useSearchParams } from '@portal/shared/router'
import { useEffect, useEffectEvent, useState } from 'react'

/** The withdrawal of the whole balance to the default method, ready to be confirmed. */
export const allAtOnce = '/out?amount=all'

/**
 * Calls `open` once if the page was opened with `amount=all`, and returns true until then. Removes the amount from the
 * address, so that a reload shows what was typed since.
 */
export function useAllAtOnce(open = () => {}): boolean {
  const [params, setParams] = useSearchParams()
  const [isAll, setAll] = useState(params.get('amount') === 'all')
  const onOpened = useEffectEvent(() => {
    const next = new URLSearchParams(params)
    next.delete('amount')
    setParams(next, { replace: true, preventScrollReset: true })
    setAll(false)
    open()
  })
  useEffect(() => {
    if (isAll) onOpened()
  }, [isAll])
  return isAll
}
