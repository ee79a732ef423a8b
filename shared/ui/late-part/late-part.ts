import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Loads a part on its first use: null until then. Not `React.lazy`, whose failure takes the section
 * around it down, with all that was typed there, and is cached for ever: here it is shown, and the next demand tries
 * again.
 */
export function useLatePart<Part>(load: () => Promise<Part>, wanted: boolean, onFailed: () => void): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  const failed = useEffectEvent(onFailed)
  const missing = wanted && part === null

  useEffect(() => {
    if (!missing) return
    let left = false
    load().then(
      (loaded) => !left && setPart(() => loaded),
      () => !left && failed(),
    )
    return () => {
      left = true
    }
  }, [missing, load])

  return part
}
