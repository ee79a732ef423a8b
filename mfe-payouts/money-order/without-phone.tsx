import type { OrderToConfirm } from '@portal/contracts/new-payout'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { PasskeyButton } from '@portal/shared/forms/passkey-button'
import type { ApiError } from '@portal/shared/http/api-error'
import { signRequest } from '@portal/shared/passkeys/sign-request'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useEffect, useRef, useState } from 'react'
import styles from './money-order-sheet.module.css'

type WithoutPhoneProps = {
  order: OrderToConfirm
  disabled: boolean
  onSigned: (passkey: PasskeyAssertion) => Promise<void>
  onRejected: (rejection: ApiError) => void
}

/**
 * For a user whose passkey has confirmed an unusual order, and who cannot receive the code that would confirm it
 * again.
 */
export function WithoutPhone(props: WithoutPhoneProps) {
  const [open, setOpen] = useState(false)
  if (open) return <SendToReview {...props} />
  return (
    <Button full variant="ghost" disabled={props.disabled} onClick={() => setOpen(true)}>
      Нет доступа к телефону
    </Button>
  )
}

function SendToReview({ order, disabled, onSigned, onRejected }: WithoutPhoneProps) {
  const explanation = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone, and its replacement may be longer than the screen.
  useEffect(() => {
    explanation.current?.focus({ preventScroll: true })
    content.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={content} className={styles.withoutPhone}>
      <div ref={explanation} className={styles.explanation} tabIndex={-1}>
        <Notice tone="info" title="Без кода решит поддержка">
          Сотрудник поддержки всё проверит. До решения деньги отложены, при отказе вернутся на баланс.
        </Notice>
      </div>
      <PasskeyButton
        variant="secondary"
        disabled={disabled}
        prompt={(left) => signRequest({ order }, left, onRejected)}
        onSigned={onSigned}
      >
        Отправить на проверку
      </PasskeyButton>
      <ButtonLink full variant="ghost" to="/settings/phone">
        Сменить номер телефона
      </ButtonLink>
    </div>
  )
}
