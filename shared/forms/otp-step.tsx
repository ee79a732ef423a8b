import type { ApiProblem } from '@portal/contracts/api-problem'
import { OTP_DIGITS, type OtpSent } from '@portal/contracts/otp'
import { type FailureTexts, failureText, inTime, tooOften } from '@portal/shared/format/failure-text'
import { plural } from '@portal/shared/format/plural'
import { CodeField } from '@portal/shared/forms/code-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { ApiError } from '@portal/shared/http/api-error'
import { now, onClockTick } from '@portal/shared/http/clock'
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
  sms_unavailable: () => 'СМС сейчас не уходят. Запросите код чуть позже',
} satisfies Record<string, (problem: ApiProblem) => string>

/** Sends a code to the phone on entering, accepts it, and sends another on demand. */
export function OtpStep({ send, onSubmit, errorTexts = {}, submitLabel = 'Подтвердить', sentText }: OtpStepProps) {
  const form = useZodForm(OtpForm, { defaultValues: { code: '' } })
  const { sent, failure, resendIn, sendAgain } = useSentCode(send)
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => form.setFocus('code'), [form])

  function sendAgainByButton() {
    // The button is disabled next. A phone opens its keyboard, which suggests the code, only if the focus moves during
    // the tap. `form.setFocus` moves it later.
    step.current?.querySelector('input')?.focus()
    void sendAgain()
  }

  async function submit({ code }: { code: string }) {
    try {
      await onSubmit(code)
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.code in codeTexts)) throw cause
      form.setError('code', { message: failureText(cause, codeTexts) })
    }
  }

  return (
    <div ref={step} className={styles.step}>
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
      <Button variant="ghost" size="s" full disabled={resendIn > 0 || (!sent && !failure)} onClick={sendAgainByButton}>
        {resendIn > 0
          ? `Отправить повторно ${resendIn < 3600 ? `через ${clock(resendIn)}` : inTime(resendIn)}`
          : 'Отправить повторно'}
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
  const [resendIn, startCountdown] = useCountdown()
  const requested = useRef(false)

  async function sendAgain() {
    setFailure(null)
    // Before the response nothing is sent again: a double click is one message.
    setSent(null)
    try {
      const response = await send()
      setSent(response)
      startCountdown(response.resend_in)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      // A code that was sent a moment ago still holds: only its successor has to wait.
      setFailure(cause)
      startCountdown(cause.problem.retry_after ?? 0)
    }
  }

  const sendFirst = useEffectEvent(sendAgain)
  useEffect(() => {
    // React mounts twice in development; the user gets one message.
    if (requested.current) return
    requested.current = true
    void sendFirst()
  }, [])

  return { sent, failure, resendIn, sendAgain }
}

/** Returns how many seconds are left, and a function that begins to count. */
function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  const countdown = useRef<() => number>(() => 0)

  function start(seconds: number) {
    countdown.current = createCountdown(seconds)
    setLeft(seconds)
  }

  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const update = () => setLeft(countdown.current())
    let timer = setTimeout(tick, 1000)
    function tick() {
      update()
      timer = setTimeout(tick, 1000)
    }
    // Also when the page is shown again: timers stop while the phone sleeps.
    const stopClockTicks = onClockTick(update)
    return () => {
      clearTimeout(timer)
      stopClockTicks()
    }
  }, [isRunning])

  return [left, start]
}

/** Returns a function that tells how many whole seconds are left. */
function createCountdown(seconds: number): () => number {
  const startedAt = { page: performance.now(), clock: now() }
  return () => {
    // `performance.now()` may stop while the phone sleeps, and the phone's clock may be set back.
    const elapsedMs = Math.max(performance.now() - startedAt.page, now() - startedAt.clock)
    return Math.max(0, Math.ceil(seconds - elapsedMs / 1000))
  }
}

/** `resendIn` returns the seconds until another code may be sent. */
type SentCode = { phone: string; response: OtpSent; resendIn: () => number }

/**
 * Sends a code to a phone, but not again while the last one must not be resent: a user who went a step back can still
 * enter that code. For `send` of `OtpStep`.
 */
export function codeSender(request: (phone: string) => Promise<OtpSent>): (phone: string) => Promise<OtpSent> {
  let last: SentCode | undefined
  return async (phone) => {
    const wait = last?.phone === phone ? last.resendIn() : 0
    if (last && wait > 0) return { ...last.response, resend_in: wait }
    const response = await request(phone)
    last = { phone, response, resendIn: createCountdown(response.resend_in) }
    return response
  }
}
