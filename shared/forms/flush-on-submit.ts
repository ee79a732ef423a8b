import { createContext, useContext, useEffect, useEffectEvent } from 'react'

/** Passes pending values to the form; returns a promise where that takes a while, of false when a value failed to load. */
type Flush = (() => void) | (() => Promise<boolean> | undefined)

/** What the fields of a form hold back for a moment; the form calls for it before it is checked. */
export const HeldBack = createContext(new Set<Flush>())

export function useFlushOnSubmit(flush: Flush): void {
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
