import { type FailureTexts, failureText } from '@portal/shared/format/failure-text'
import { ApiError } from '@portal/shared/http/api-error'
import { isOnline } from '@portal/shared/http/online'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { isPasskeyFailure, type PasskeyFailure } from '../passkeys/passkey-failure.ts'
import styles from './passkey-button.module.css'

type PasskeyButtonProps<Signed> = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'disabled' | 'children' | 'aria-describedby'
> & {
  /**
   * Has the device sign, or create a passkey; null when the user canceled, which is no failure. `left`: aborts when the
   * button is not shown any more.
   */
  prompt: (left: AbortSignal) => Promise<Signed | null>
  onSigned: (signed: Signed) => Promise<void>
  /** Called after a cancel or a failure. */
  onUnsigned?: () => void
  /** The texts of failures of the confirmed action, by the API's error code. */
  errorTexts?: FailureTexts
}

/** Requests finger, face or PIN from the device, and shows errors above itself. */
export function PasskeyButton<Signed>(props: PasskeyButtonProps<Signed>) {
  const { prompt, onSigned, onUnsigned, errorTexts, ...button } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // Ahead of the rendered state: two clicks may come in one frame.
  const running = useRef(false)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  async function run() {
    if (running.current) return
    running.current = true
    leaving.current = new AbortController()
    setBusy(true)
    setFailure(null)
    try {
      const signed = await prompt(leaving.current.signal)
      if (signed === null) onUnsigned?.()
      else await onSigned(signed)
    } catch (cause) {
      setFailure(passkeyFailureText(cause, errorTexts))
      onUnsigned?.()
      if (!isExpected(cause)) throw cause
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return (
    <div className={styles.passkey}>
      {failure && <Notice tone="error">{failure}</Notice>}
      <Button {...button} full icon="key" busy={busy} onClick={() => void run()} />
    </div>
  )
}

export const passkeyTexts: FailureTexts = {
  passkey_expired: 'Время вышло. Попробуйте ещё раз.',
  passkey_invalid: 'Ключ доступа не подошёл: возможно, его удалили. Выберите другой способ.',
  too_many_passkeys: 'Больше десяти ключей добавить нельзя. Удалите тот, которым не пользуетесь.',
}

const deviceTexts = {
  exists: 'На этом устройстве уже есть ключ доступа к порталу.',
  failed: 'Устройство не смогло использовать ключ доступа. Попробуйте ещё раз или выберите другой способ.',
} satisfies Record<PasskeyFailure['reason'], string>

export function passkeyFailureText(cause: unknown, errorTexts: FailureTexts = {}): string {
  if (cause instanceof ApiError) return failureText(cause, { ...passkeyTexts, ...errorTexts })
  if (isPasskeyFailure(cause)) return deviceTexts[cause.reason]
  return isOnline() ? 'Что-то пошло не так. Попробуйте ещё раз.' : 'Нет соединения с интернетом'
}

function isExpected(cause: unknown): boolean {
  return cause instanceof ApiError || isPasskeyFailure(cause)
}
