import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether a form's work is under way. Controls that are disabled meanwhile lose the focus. Afterwards the focus moves
 * to the first invalid field, or back to where it was if all fields are valid.
 */
export function usePending() {
  const formRef = useRef<HTMLFormElement>(null)
  const focused = useRef<Element | null>(null)
  const [{ pending, ended }, setState] = useState({ pending: false, ended: 0 })

  async function during(work: () => Promise<void>): Promise<void> {
    focused.current = document.activeElement
    setState({ pending: true, ended })
    try {
      await work()
    } finally {
      setState({ pending: false, ended: ended + 1 })
    }
  }

  useLayoutEffect(() => {
    const form = formRef.current
    if (ended === 0 || !form) return
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    // A user who has focused another element meanwhile stays there.
    if (document.activeElement === document.body) (focused.current as HTMLElement | null)?.focus()
  }, [ended])

  return { formRef, pending, during }
}
