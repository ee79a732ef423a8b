import { useNavigate } from '@portal/shared/router'
import { useEffect, useRef } from 'react'

/**
 * Returns a function that leaves a form for another page after it was sent. It removes the form from the history, so
 * that «Назад» does not lead there. It does nothing if the user left the form before the response came.
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
