import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether a form's work is under way. Controls that are disabled meanwhile lose the focus. Afterwards the focus moves
 * to the first invalid field, or back to where it was if all fields are valid. `isInvalidInWindow` is false where that
 * field was out of sight: the page scrolls to it.
 */
export function usePending() {
  const formRef = useRef<HTMLFormElement>(null)
  const focused = useRef<Element | null>(null)
  const [{ pending, ended }, setState] = useState({ pending: false, ended: 0 })
  const [isInvalidInWindow, setInvalidInWindow] = useState(true)

  async function during(work: () => Promise<void>): Promise<void> {
    focused.current = document.activeElement
    setState({ pending: true, ended })
    setInvalidInWindow(true)
    try {
      await work()
    } finally {
      setState({ pending: false, ended: ended + 1 })
    }
  }

  useLayoutEffect(() => {
    const form = formRef.current
    if (ended === 0 || !form) return
    const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    setInvalidInWindow(invalid !== null && isInWindow(invalid))
    invalid?.focus()
    // A user who has focused another element meanwhile stays there.
    if (document.activeElement === document.body) (focused.current as HTMLElement | null)?.focus()
  }, [ended])

  return { formRef, pending, during, isInvalidInWindow }
}

/** The keyboard of a phone covers the lower part of the page, which the visual viewport leaves out. */
function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= (window.visualViewport?.height ?? innerHeight)
}
