import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { type SyntheticEvent, useEffect, useMemo, useState } from 'react'
import styles from './code-field.module.css'
import { useCodeFromSms } from './code-from-sms.ts'
import { codeMask } from './code-mask.ts'
import { useMaskedInput } from './masked-input.ts'

type CodeFieldProps = FieldProps & {
  /** How many digits the code has. */
  digits?: number
  /** A PIN that the user knows: its digits are not shown, and the last one submits the form. */
  isPin?: boolean
}

/** One input over as many boxes as the code has digits. The form gets it only when exactly that many are there. */
export function CodeField({ digits = 6, isPin = false, ...field }: CodeFieldProps) {
  const { value = '', change, blur, focusRef, control, frame } = useField<string>(field)
  const [isRefused, setRefused] = useState(false)
  const mask = useMemo(() => codeMask(digits, () => setRefused(true)), [digits])
  const { text, type, input, element } = useMaskedInput(mask, { value, change, focusRef })
  const isUnreadable = isRefused || !/^\d*$/.test(text) || text.length > digits
  const error = frame.error ?? (isUnreadable ? `Нужен код из ${digits} цифр` : undefined)

  useCodeFromSms(!isPin, (code) => type(mask.format(code)))
  useEffect(() => {
    if (isPin && value !== '') element.current?.form?.requestSubmit()
  }, [isPin, value, element])
  // The first digit of the next code replaces a wrong one, which is not to be deleted digit by digit.
  const isRejected = frame.error !== undefined && value !== ''
  useEffect(() => {
    if (isRejected) element.current?.select()
  }, [isRejected, element])

  return (
    <FieldFrame {...frame} error={error}>
      <span className={styles.code}>
        <input
          {...control}
          {...input}
          aria-invalid={error ? true : undefined}
          className={styles.input}
          type={isPin ? 'password' : 'text'}
          inputMode="numeric"
          pattern="\d*"
          autoComplete={isPin ? 'off' : 'one-time-code'}
          required
          maxLength={digits}
          // The browser would cut what is composed, as `123 456`, before it can be read.
          onCompositionStart={({ currentTarget }) => currentTarget.removeAttribute('maxlength')}
          onCompositionEnd={(event) => {
            event.currentTarget.maxLength = digits
            input.onCompositionEnd(event)
          }}
          onChange={(event) => {
            setRefused(false)
            input.onChange(event)
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
              {isPin && text[index] ? '•' : text[index]}
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
