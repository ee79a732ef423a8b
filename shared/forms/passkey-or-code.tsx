import type { UserOtpRequest } from '@portal/contracts/otp'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import type { Elements } from '@portal/shared/elements'
import type { FailureTexts } from '@portal/shared/format/failure-text'
import { PasskeyButton } from '@portal/shared/forms/passkey-button'
import type { ApiError } from '@portal/shared/http/api-error'
import { signRequest } from '@portal/shared/passkeys/sign-request'
import { Button } from '@portal/shared/ui/button'
import { type ComponentProps, useState } from 'react'
import styles from './passkey-or-code.module.css'

type PasskeyOrCodeProps = Pick<ComponentProps<typeof Button>, 'disabled' | 'aria-describedby'> & {
  /** The signature confirms this and nothing else. */
  request: UserOtpRequest
  onSigned: (passkey: PasskeyAssertion) => Promise<void>
  onCode: ComponentProps<typeof Button>['onClick']
  codeLabel?: string
  /** Nothing may be signed for this request; the button is disabled too. */
  onRejected?: (rejection: ApiError) => void
  /** Stands between the two buttons, and explains the first one. */
  note?: Elements
  /** The texts of failures of the confirmed action, by the API's error code. */
  errorTexts?: FailureTexts
}

/** Offers a user with a passkey to confirm by it first, or by a code. */
export function PasskeyOrCode(props: PasskeyOrCodeProps) {
  const { request, onSigned, onCode, codeLabel = 'Получить код', onRejected, note, errorTexts, ...buttons } = props
  // What was signed is on its way: a code beside it would be for nothing.
  const [isSending, setSending] = useState(false)

  async function send(passkey: PasskeyAssertion) {
    setSending(true)
    try {
      await onSigned(passkey)
    } finally {
      setSending(false)
    }
  }

  return (
    <div className={styles.ways}>
      <PasskeyButton
        {...buttons}
        prompt={(left) => signRequest(request, left, onRejected)}
        onSigned={send}
        errorTexts={{ no_passkeys: 'Ключей доступа больше нет. Получите код по СМС.', ...errorTexts }}
      >
        Подтвердить ключом доступа
      </PasskeyButton>
      {note}
      <Button
        full
        variant="secondary"
        disabled={buttons.disabled || isSending}
        // An open button is not described by the note of the other way; a disabled one has the same reason.
        aria-describedby={buttons.disabled ? buttons['aria-describedby'] : undefined}
        onClick={onCode}
      >
        {codeLabel}
      </Button>
    </div>
  )
}
