import type { ApiProblem } from '@portal/contracts/api-problem'
import { OTP_DIGITS, type OtpSent } from '@portal/contracts/otp'
import { type FailureTexts, failureText, tooOften } from '@portal/shared/format/failure-text'
import { plural } from '@portal/shared/format/plural'
import { CodeField } from '@portal/shared/forms/code-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { ApiError } from '@portal/shared/http/api-error'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { required } from '../rules/values.ts'
import styles from './otp-step.module.css'

const OtpForm = z.object({ code: z.string().check(required('Введите код целиком')) })

type OtpStepProps = {
  send: () => Promise<OtpSent>
  /** An ApiError about the code is shown at the field, any other in the form. */
  onSubmit: (code: string) => Promise<void>
  /** The texts of failures of the confirmed action, by the API's error code. */
  errorTexts?: FailureTexts
  submitLabel?: string
  /** Replaces «Код отправлен на …» where that would disclose too much. */
  sentText?: string
}

/**
 * The interval between two codes for one action; a longer wait is the limit of an hour or a day, and no code may be on
 * its way.
 */
const MAX_INTERVAL_SECONDS = 300

const codeTexts = {
  otp_invalid: ({ attempts_left }: ApiProblem) =>
    attempts_left === undefined
      ? 'Неверный код'
      : `Неверный код. ${attempts_left === 1 ? 'Осталась' : 'Осталось'} ${plural(attempts_left, 'попытка', 'попытки', 'попыток')}`,
  otp_expired: () => 'Код устарел. Запросите новый',
  otp_too_often: (problem: ApiProblem) =>
    (problem.retry_after ?? 0) > MAX_INTERVAL_SECONDS
      ? `${tooOften(problem)}. Если код уже пришёл, введите его`
      : 'Код уже отправлен, введите его. Новый можно запросить чуть позже',
  otp_blocked: tooOften,
} satisfies Record<string, (problem: ApiProblem) => string>

/** Sends a code to the phone on entering, accepts it, and sends another on demand. */
export function OtpStep({ send, onSubmit, errorTexts = {}, submitLabel = 'Подтвердить', sentText }: OtpStepProps) {
  const form = useZodForm(OtpForm, { defaultValues: { code: '' } })
  const { sent, failure, resendIn, sendAgain } = useSentCode(send)
  useEffect(() => form.setFocus('code'), [form])

  async function submit({ code }: { code: string }) {
    try {
      await onSubmit(code)
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.code in codeTexts)) throw cause
      form.setError('code', { message: failureText(cause, codeTexts) })
    }
  }

  return (
    <div className={styles.step}>
      <p role="status">{sent ? (sentText ?? <SentTo phone={sent.phone_masked} />) : !failure && 'Отправляем код…'}</p>
      {failure && (
        <Notice tone={failure.code === 'otp_too_often' ? 'info' : 'error'}>
          {failureText(failure, { ...errorTexts, ...codeTexts })}
        </Notice>
      )}
      <Form form={form} onSubmit={submit} errorTexts={errorTexts}>
        <CodeField name="code" label="Код из СМС" digits={sent?.digits ?? OTP_DIGITS} />
        <SubmitButton>{submitLabel}</SubmitButton>
      </Form>
      <Button variant="ghost" size="s" full disabled={resendIn > 0 || (!sent && !failure)} onClick={sendAgain}>
        {resendIn > 0 ? `Отправить повторно через ${clock(resendIn)}` : 'Отправить повторно'}
      </Button>
    </div>
  )
}

function SentTo({ phone }: { phone: string }) {
  return (
    <span>
      Код отправлен на <span className="visually-hidden">номер </span>
      <span className={styles.phone}>
        <NoBreak>{phone}</NoBreak>
      </span>
    </span>
  )
}

/** `59` → `0:59`. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function useSentCode(send: () => Promise<OtpSent>) {
  const [sent, setSent] = useState<OtpSent | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [resendIn, setResendIn] = useState(0)
  const requested = useRef(false)

  async function sendAgain() {
    setFailure(null)
    // Before the response nothing is sent again: a double click is one message.
    setSent(null)
    try {
      const response = await send()
      setSent(response)
      setResendIn(response.resend_in)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      // A code that was sent a moment ago still holds: only its successor has to wait.
      setFailure(cause)
      setResendIn(cause.problem.retry_after ?? 0)
    }
  }

  const sendFirst = useEffectEvent(sendAgain)
  useEffect(() => {
    // React mounts twice in development; the user gets one message.
    if (requested.current) return
    requested.current = true
    void sendFirst()
  }, [])

  useEffect(() => {
    if (resendIn <= 0) return
    const timer = setTimeout(() => setResendIn(resendIn - 1), 1000)
    return () => clearTimeout(timer)
  }, [resendIn])

  return { sent, failure, resendIn, sendAgain }
}

/** `resendAt` is by `performance.now()`. */
type SentCode = { phone: string; response: OtpSent; resendAt: number }

/**
 * Sends a code to a phone, unless one is pending there that may not be sent again yet: a user who went a step back,
 * or closed the step of the code to mend something, comes back to the code that has come. For `send` of `OtpStep`.
 */
export function codeSender(request: (phone: string) => Promise<OtpSent>): (phone: string) => Promise<OtpSent> {
  let last: SentCode | undefined
  return async (phone) => {
    const wait = last?.phone === phone ? Math.ceil((last.resendAt - performance.now()) / 1000) : 0
    if (last && wait > 0) return { ...last.response, resend_in: wait }
    const response = await request(phone)
    last = { phone, response, resendAt: performance.now() + response.resend_in * 1000 }
    return response
  }
}
