import { checkOtp, type OtpSent, sendOtp, type UserOtpRequest } from '@portal/contracts/otp'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { formatPhone } from '@portal/contracts/phone-text'
import { UserCodeStep, useUserCode } from '@portal/shared/confirm/user-code-step'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { codeSender, OtpStep } from '@portal/shared/forms/otp-step'
import { PasskeyOrCode } from '@portal/shared/forms/passkey-or-code'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { useOwnPasskey } from '@portal/shared/passkeys/own-passkeys'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { Sheet } from '@portal/shared/ui/sheet'
import * as z from '@portal/shared/zod'
import { useRef, useState } from 'react'
import styles from '../../settings.module.css'

/**
 * Asks for the code of the new phone, and for the code of the current one or a passkey. Without the second the change
 * waits for a day.
 */
export type PhoneCodes = { code: string; current_phone_code?: string; passkey?: PasskeyAssertion }

type PhoneCodesSheetProps = {
  open: boolean
  onClose: () => void
  /** The current phone, masked, and the new one. */
  current: string
  phone: string
  /** Rejects with errors that another code can mend. The caller handles all others. */
  onConfirm: (codes: PhoneCodes) => Promise<void>
}

const titles = {
  new: 'Код с нового номера',
  passkey: 'Подтвердите смену номера',
  current: 'Код с прежнего номера',
  later: 'Сменить через сутки?',
}

type Step = keyof typeof titles
/** `phone`: the new one. `code`: its code, which is right. `hasExpired`: an earlier one was. */
type Progress = { phone: string; step: Step; code: string; hasExpired: boolean }

/** The code of the new number, then a passkey or the code of the old one, or a day without them. */
export function PhoneCodesSheet({ open, onClose, current, phone, onConfirm }: PhoneCodesSheetProps) {
  const start: Progress = { phone, step: 'new', code: '', hasExpired: false }
  const [progress, setProgress] = useState(start)
  // A response about an earlier number may come late.
  const { step, code, hasExpired } = progress.phone === phone ? progress : start
  const hasPasskey = useOwnPasskey()
  const content = useRef<HTMLDivElement>(null)
  const { sendToNew, sendToCurrent } = useCodeSenders()

  async function checkNew(typed: string) {
    await call(checkOtp, { body: { phone_number: phone, code: typed } })
    proceed(hasPasskey ? 'passkey' : 'current', typed)
  }

  function proceed(next: Step, checked = code) {
    // The focused element is about to be unmounted: the focus stays in the sheet, whose title shows what comes next.
    content.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
    setProgress({ phone, step: next, code: checked, hasExpired: false })
  }

  async function confirm(codes: PhoneCodes) {
    try {
      await onConfirm(codes)
      setProgress(start)
    } catch (cause) {
      // The first code has expired while the second one was awaited.
      if (isAboutNewCode(cause)) setProgress({ ...start, hasExpired: true })
      throw cause
    }
  }

  function close() {
    setProgress(start)
    onClose()
  }

  return (
    <Sheet open={open} onOpenChange={(next) => !next && close()} title={titles[step]}>
      <div ref={content} className={styles.fields}>
        <p>
          Новый номер для входа: <span className={styles.whole}>{formatPhone(phone)}</span>
        </p>
        {hasExpired && <Notice tone="info">Код с нового номера устарел: введите новый.</Notice>}
        {step === 'new' ? (
          <OtpStep key={`new ${phone}`} send={() => sendToNew(phone)} onSubmit={checkNew} submitLabel="Продолжить" />
        ) : (
          <OwnerProofStep
            step={step}
            current={current}
            phone={phone}
            onSend={() => sendToCurrent(phone)}
            onProceed={proceed}
            onConfirm={(proof) => confirm({ code, ...proof })}
          />
        )}
      </div>
    </Sheet>
  )
}

/** Each sender outlives its step, so that a step back does not send another code. */
function useCodeSenders() {
  const sendUserCode = useUserCode()
  const [sendToNew] = useState(() =>
    codeSender((phone_number) => call(sendOtp, { params: { type: 'phone' }, body: { phone_number } })),
  )
  const [sendToCurrent] = useState(() => codeSender((phone_number) => sendUserCode({ purpose: 'phone', phone_number })))
  return { sendToNew, sendToCurrent }
}

function isAboutNewCode(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code.startsWith('otp_') && !cause.problem.errors?.current_phone_code
}

type OwnerProofStepProps = Pick<PhoneCodesSheetProps, 'current' | 'phone'> & {
  step: Exclude<Step, 'new'>
  onSend: () => Promise<OtpSent>
  onProceed: (next: Step) => void
  onConfirm: (proof: Omit<PhoneCodes, 'code'>) => Promise<void>
}

/** Proves that the owner changes the phone: by a passkey, a code on the current phone, or the wait of a day. */
function OwnerProofStep({ step, current, phone, onSend, onProceed, onConfirm }: OwnerProofStepProps) {
  if (step === 'later') {
    return <ChangeLater current={current} onBack={() => onProceed('current')} onConfirm={() => onConfirm({})} />
  }
  const request: UserOtpRequest = { purpose: 'phone', phone_number: phone }
  if (step === 'passkey') {
    return (
      <PasskeyOrCode
        request={request}
        onSigned={(passkey) => onConfirm({ passkey })}
        onCode={() => onProceed('current')}
        codeLabel="Получить код на прежний номер"
      />
    )
  }
  return (
    <>
      <UserCodeStep
        request={request}
        onSubmit={(code) => onConfirm({ current_phone_code: code })}
        sendCode={onSend}
        submitLabel="Сменить телефон"
      />
      <Button variant="ghost" size="s" full onClick={() => onProceed('later')}>
        Нет доступа к прежнему номеру
      </Button>
    </>
  )
}

type ChangeLaterProps = { current: string; onBack: () => void; onConfirm: () => Promise<void> }

function ChangeLater({ current, onBack, onConfirm }: ChangeLaterProps) {
  const form = useZodForm(z.object({}), { defaultValues: {} })
  return (
    <>
      <p>
        Без кода с прежнего номера телефон сменится через сутки. На{' '}
        <span className={styles.whole}>
          <NoBreak>{current}</NoBreak>
        </span>{' '}
        придёт СМС, а отменить смену можно на этой странице. До тех пор вход и коды — по прежнему номеру.
      </p>
      <Form form={form} onSubmit={onConfirm}>
        <SubmitButton>Сменить через сутки</SubmitButton>
      </Form>
      <Button variant="ghost" full onClick={onBack}>
        Ввести код с прежнего номера
      </Button>
    </>
  )
}
