import { useEffect, useEffectEvent, useRef, useState } from 'react'

const delay = 20

/**
 * What is typed, shown at once and given to the form 20 ms after the last key: a burst of keys is one change of the form.
 * Leaving the field or Enter gives it at once.
 */
export function useDelayedText(value: string, commit: (value: string) => void) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The form was changed from outside: that is the text now.
  if (known !== value) {
    setKnown(value)
    setText(value)
  }

  function flush() {
    clearTimeout(timer.current)
    if (text !== value) commit(text)
  }

  const flushLast = useEffectEvent(flush)
  useEffect(() => () => flushLast(), [])

  return {
    text,
    type(next: string) {
      setText(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => commit(next), delay)
    },
    flush,
  }
}
