import { useNavigate } from '@portal/shared/router'
import { useEffect, useRef } from 'react'

/**
 * Returns a function that leads from a form that was sent to another page, and takes the form out of the history: it is not what «Назад»
 * should lead to. Does nothing for a user who has left the form before the response came.
 */
export function useLeaveForm(): (to: string) => void {
  const navigate = useNavigate()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return (to) => {
    if (isShown.current) navigate(to, { replace: true })
  }
}
