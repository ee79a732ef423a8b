import { type ReactNode, useEffect, useRef, useState } from 'react'

type PlayedProps = { play?: (stage: HTMLElement) => void; children: ReactNode }

/**
 * A state of a widget after user actions. It is not seen meanwhile: neither the focus nor the page goes to
 * the field that is wrong, as it would for a user who sent the form.
 */
export function Played({ play, children }: PlayedProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (stage.current) play?.(stage.current)
    const timer = setTimeout(() => setSettled(true), 100)
    return () => clearTimeout(timer)
  }, [play])
  return (
    <div ref={stage} hidden={!isSettled}>
      {children}
    </div>
  )
}

export function sendForm(stage: HTMLElement): void {
  stage.querySelector('form')?.requestSubmit()
}

/** Types like a keyboard. React replaces an input's own `value`, so that of its class is set. */
export function typeInto(stage: HTMLElement, text: string): void {
  const input = stage.querySelector('input')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

export function chooseFile(stage: HTMLElement, file: File): void {
  const input = stage.querySelector('input')
  const files = new DataTransfer()
  files.items.add(file)
  if (input) input.files = files.files
  input?.dispatchEvent(new Event('change', { bubbles: true }))
}
