import { useLocation, useNavigate } from '@portal/shared/router'
import { useState } from 'react'

type StepState = { step: string; visit: number }

/**
 * Returns the step of a form in several steps, stored in the history: «back» of the browser leads to the previous step,
 * where what was typed still is. A page that was loaded again has nothing typed and starts with the first.
 */
export function useStep<S extends string>(first: S) {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [visit] = useState(Math.random)
  const [hasMoved, setMoved] = useState(false)
  const stored = state as Partial<StepState> | null
  return {
    step: stored?.visit === visit ? (stored.step as S) : first,
    /** Not on the first step as the page opened it: then the step takes the focus. */
    hasMoved,
    goTo(step: S, options?: { replace: boolean }): void {
      setMoved(true)
      void navigate({ search }, { ...options, state: { ...stored, step, visit } })
    },
    goBack(): void {
      void navigate(-1)
    },
  }
}
