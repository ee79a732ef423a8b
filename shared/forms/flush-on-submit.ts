import { createContext, useContext, useEffect, useEffectEvent } from 'react'

/** What the fields of a form hold back for a moment; the form calls for it before it is checked. */
export const HeldBack = createContext(new Set<() => void>())

export function useFlushOnSubmit(flush: () => void): void {
  const heldBack = useContext(HeldBack)
  const flushLast = useEffectEvent(flush)
  useEffect(() => {
    const call = () => flushLast()
    heldBack.add(call)
    return () => {
      heldBack.delete(call)
    }
  }, [heldBack])
}
