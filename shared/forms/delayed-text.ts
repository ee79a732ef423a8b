import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFlushOnSubmit } from './flush-on-submit.ts'

const DELAY_MS = 20

/**
 * What is typed, shown immediately and given to the form 20 ms after the last key: a burst of keys is one change of the
 * form. Leaving the field or sending the form passes it on immediately.
 */
export function useDelayedText(value: string, commit: (value: string) => void) {
  // It is null when the form has all that was typed.
  const [draft, setDraft] = useState<string | null>(null)
  // Ahead of the rendered draft: a form may be sent in the event that types.
  const latest = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function give(text: string) {
    clearTimeout(timer.current)
    latest.current = null
    commit(text)
    // A key may have come before this is rendered: then it is still a draft.
    setDraft((current) => (current === text ? null : current))
  }

  function flush() {
    if (latest.current !== null) give(latest.current)
  }

  useFlushOnSubmit(flush)
  const flushLast = useEffectEvent(flush)
  useEffect(() => () => flushLast(), [])

  return {
    text: draft ?? value,
    type(text: string) {
      latest.current = text
      setDraft(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => give(text), DELAY_MS)
    },
    flush,
  }
}
