import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { useEffect, useEffectEvent, useState } from 'react'
import styles from './code-field.module.css'

type CodeFieldProps = FieldProps & {
  /** How many digits the code has. */
  digits?: number
}

/** One input over as many boxes as the code has digits. The form gets it only when exactly that many are there. */
export function CodeField({ name, label, hint, digits = 6 }: CodeFieldProps) {
  const { id, error, value, change, blur, focusRef, control } = useField<string>(name)
  const [text, setText] = useState(value ?? '')
  const complete = (code: string) => (code.length === digits ? code : '')
  // Set or cleared by the form itself.
  if (complete(text) !== (value ?? '')) setText(value ?? '')

  function type(typed: string) {
    const code = typed.replace(/\D/g, '').slice(0, digits)
    setText(code)
    change(complete(code))
  }

  useCodeFromSms(type)

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className={styles.code} data-digits={digits}>
        <span className={styles.boxes} aria-hidden="true">
          {Array.from({ length: digits }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            <span key={index} className={styles.box} data-next={index === text.length || undefined}>
              {text[index]}
            </span>
          ))}
        </span>
        <input
          {...control}
          ref={focusRef}
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
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={blur}
        />
      </span>
    </FieldFrame>
  )
}

/** WebOTP: the phone offers the code of the message that came for this site. */
function useCodeFromSms(type: (code: string) => void): void {
  const received = useEffectEvent(type)
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const gone = new AbortController()
    const wish: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal: gone.signal,
    }
    navigator.credentials.get(wish).then(
      (credential) => received((credential as (Credential & { code?: string }) | null)?.code ?? ''),
      // Refused, or the field has left: it is typed by hand.
      () => {},
    )
    return () => gone.abort()
  }, [])
}
