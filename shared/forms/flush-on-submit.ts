import { createContext, useContext, useEffect, useEffectEvent } from 'react'

/**
 * Passes pending values to the form. Returns false where the field has no value that could be sent, and shows why; a
 * promise where that takes a while to know.
 */
type Flush = (() => void) | (() => Promise<boolean> | boolean | undefined)

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
