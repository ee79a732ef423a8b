import type { OtpSent } from '@portal/contracts/otp'
import { OtpStep } from '@portal/shared/forms/otp-step'
import { ApiError } from '@portal/shared/http/api-error'
import type { ComponentProps } from 'react'
import { Played, sendForm, typeInto } from '../gallery/played.tsx'
import type { Stories } from '../gallery/stories.ts'

const sent: OtpSent = { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (999) •••-••-67' }
const send = async () => sent
const problem = (status: number, code: string, data = {}) => new ApiError(status, { code, message: code, ...data })

function Step(step: Partial<ComponentProps<typeof OtpStep>>) {
  return (
    <Played>
      <OtpStep send={send} onSubmit={async () => {}} {...step} />
    </Played>
  )
}

/** The step after a code was typed and sent, with this result. */
function Submitted({ onSubmit }: { onSubmit: () => Promise<void> }) {
  return (
    <Played play={typeAndSend}>
      <OtpStep send={send} onSubmit={onSubmit} />
    </Played>
  )
}

function typeAndSend(stage: HTMLElement): void {
  typeInto(stage, '123456')
  sendForm(stage)
}

export const stories: Stories = {
  Sending: <Step send={() => new Promise(() => {})} />,
  Sent: <Step submitLabel="Вывести 500 ₽" />,
  'Sent to an unnamed phone': <Step sentText="Если номер зарегистрирован, мы отправили код" />,
  'May be sent again': <Step send={async () => ({ ...sent, resend_in: 0 })} />,
  Incomplete: (
    <Played play={sendForm}>
      <OtpStep send={send} onSubmit={async () => {}} />
    </Played>
  ),
  Checking: <Submitted onSubmit={() => new Promise(() => {})} />,
  'Wrong code': <Submitted onSubmit={() => Promise.reject(problem(422, 'otp_invalid', { attempts_left: 2 }))} />,
  'Expired code': <Submitted onSubmit={() => Promise.reject(problem(410, 'otp_expired'))} />,
  Blocked: <Submitted onSubmit={() => Promise.reject(problem(429, 'otp_blocked', { retry_after: 900 }))} />,
  'No response': <Submitted onSubmit={() => Promise.reject(problem(0, 'offline'))} />,
  'Not sent': <Step send={() => Promise.reject(problem(503, 'sms_unavailable'))} />,
  'Sent a moment ago': <Step send={() => Promise.reject(problem(429, 'otp_too_often', { retry_after: 42 }))} />,
}
