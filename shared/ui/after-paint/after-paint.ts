import { useEffect, useState } from 'react'

/**
 * Follows `isWanted` after the next paint. Opened content takes a slow phone some frames to render, so this shows the
 * effect of the press first. Returns false immediately when `isWanted` becomes false.
 */
export function useAfterPaint(isWanted: boolean): boolean {
  const [isPainted, setPainted] = useState(false)

  useEffect(() => {
    if (!isWanted) return setPainted(false)
    // A frame is painted after its callbacks, and a timer runs after that.
    const frame = requestAnimationFrame(() => setTimeout(setPainted, 0, true))
    return () => cancelAnimationFrame(frame)
  }, [isWanted])

  return isWanted && isPainted
}
