import { checkNetwork } from '@portal/shared/http/online'
import { useEffect, useEffectEvent, useState } from 'react'

type Load<Part> = () => Promise<Part>

/** The parts that have loaded: a second use of the same part renders it immediately. */
const loaded = new Map<Load<unknown>, unknown>()

/** The parts that the page may need next. The shell loads them while the browser is idle, and sets `onAnnounced`. */
export const announcedParts = { loads: new Set<Load<unknown>>(), onAnnounced: () => {} }

/** Loads and evaluates a part ahead of its use. @throws the error of its import */
export async function loadPart<Part>(load: Load<Part>): Promise<Part> {
  const part = await load()
  loaded.set(load, part)
  return part
}

/** Announces a part that is rendered later, such as the content of a closed sheet. */
export function useAnnouncedPart(load: Load<unknown> | null): void {
  useEffect(() => {
    if (!load || loaded.has(load)) return
    announcedParts.loads.add(load)
    announcedParts.onAnnounced()
  }, [load])
}

/**
 * Loads a part on its first use at the latest: null until then. Not `React.lazy`, whose failure takes the section
 * around it down, with all that was typed there, and is cached forever: here it is shown, and the next demand tries
 * again.
 */
export function useLatePart<Part>(load: Load<Part>, isWanted: boolean, onFailed: () => void): Part | null {
  const [part, setPart] = useState<Part | null>(() => (isWanted && (loaded.get(load) as Part | undefined)) || null)
  const failed = useEffectEvent(onFailed)
  const isMissing = isWanted && part === null
  // What is wanted is loading already.
  useAnnouncedPart(isWanted ? null : load)

  useEffect(() => {
    if (!isMissing) return
    let hasLeft = false
    loadPart(load).then(
      (part) => !hasLeft && setPart(() => part),
      async () => {
        // The text of the failure depends on it.
        await checkNetwork()
        if (!hasLeft) failed()
      },
    )
    return () => {
      hasLeft = true
    }
  }, [isMissing, load])

  return part
}
