import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import styles from './code-field.module.css'
import { useCodeFromSms } from './code-from-sms.ts'

type CodeFieldProps = FieldProps & {
  /** How many digits the code has. */
  digits?: number
}

/** One input over as many boxes as the code has digits. The form gets it only when exactly that many are there. */
export function CodeField({ digits = 6, ...field }: CodeFieldProps) {
  const { value = '', change, blur, focusRef, control, frame } = useField<string>(field)
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)

  // Set or cleared by the form itself; while it is being typed the form holds ''.
  if (known !== value) {
    setKnown(value)
    if (whole(text) !== value) setText(value)
  }

  function whole(code: string): string {
    return code.length === digits ? code : ''
  }

  function type(typed: string): string {
    const code = typed.replace(/\D/g, '').slice(0, digits)
    setText(code)
    if (whole(code) !== value) change(whole(code))
    return code
  }

  useCodeFromSms(type)
  // The first digit of the next code replaces a wrong one, which is not to be deleted digit by digit.
  const input = useRef<HTMLInputElement | null>(null)
  const isRejected = frame.error !== undefined && whole(text) !== ''
  useEffect(() => {
    if (isRejected) input.current?.select()
  }, [isRejected])

  return (
    <FieldFrame {...frame}>
      <span className={styles.code}>
        <input
          {...control}
          ref={(element) => {
            input.current = element
            focusRef(element)
          }}
          className={styles.input}
          type="text"
          inputMode="numeric"
          pattern="\d*"
          autoComplete="one-time-code"
          required
          maxLength={digits}
          value={text}
          // Before the browser cuts a pasted `123 456` to its length.
          onPaste={(event) => {
            event.preventDefault()
            type(event.clipboardData.getData('text'))
          }}
          onChange={({ currentTarget }) => {
            // A letter changes no state, so Preact, which renders the pages before sign-in, would leave it in the input.
            currentTarget.value = type(currentTarget.value)
          }}
          onSelect={isRejected ? ({ currentTarget }) => currentTarget.select() : caretToEnd}
          onBlur={blur}
        />
        <span className={styles.boxes} aria-hidden="true">
          {Array.from({ length: digits }, (_, index) => (
            <span
              key={index}
              className={styles.box}
              data-next={index === Math.min(text.length, digits - 1) || undefined}
            >
              {text[index]}
            </span>
          ))}
        </span>
      </span>
    </FieldFrame>
  )
}

/** The caret is not seen: it stays behind the last digit, wherever the finger has put it. */
function caretToEnd({ currentTarget: input }: SyntheticEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd, value } = input
  if (selectionStart === selectionEnd && selectionEnd !== value.length)
    input.setSelectionRange(value.length, value.length)
}
