import { useEffect, useState } from 'react'

/**
 * Follows `wanted` after the next paint: what a press has changed is seen before what it opens is rendered, which takes a
 * slow phone some frames. Returns false at once when nothing is wanted.
 */
export function useAfterPaint(wanted: boolean): boolean {
  const [painted, setPainted] = useState(false)

  useEffect(() => {
    if (!wanted) return setPainted(false)
    // A frame is painted after its callbacks, and a timer runs after that.
    const frame = requestAnimationFrame(() => setTimeout(setPainted, 0, true))
    return () => cancelAnimationFrame(frame)
  }, [wanted])

  return wanted && painted
}
