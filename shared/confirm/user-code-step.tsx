import { type OtpSent, sendOtpToUser, type UserOtpRequest } from '@portal/contracts/otp'
import type { FailureTexts } from '@portal/shared/format/failure-text'
import { OtpStep } from '@portal/shared/forms/otp-step'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { useSession } from '@portal/shared/session/store'

type UserCodeStepProps = {
  /** The code allows this and nothing else. */
  request: UserOtpRequest
  onSubmit: (code: string) => Promise<void>
  /** Called when the API sends no code, because the request is not allowed. */
  onRejected?: (rejection: ApiError) => void
  /** Sends the code where a step back must not send another one: see `codeSender`. */
  sendCode?: () => Promise<OtpSent>
  errorTexts?: FailureTexts
  submitLabel: string
}

/** Asks the signed-in user to confirm a request by a code that is sent to the user's phone. */
export function UserCodeStep({ request, onRejected, sendCode, ...step }: UserCodeStepProps) {
  const sendUserCode = useUserCode()

  async function send() {
    try {
      return await (sendCode ? sendCode() : sendUserCode(request))
    } catch (cause) {
      if (cause instanceof ApiError) onRejected?.(cause)
      throw cause
    }
  }

  return <OtpStep key={JSON.stringify(request)} send={send} {...step} />
}

/** Returns a function that sends a code to the phone of the signed-in user. */
export function useUserCode(): (request: UserOtpRequest) => Promise<OtpSent> {
  const userId = useSession(({ user }) => user?.id ?? '')
  return (request) => call(sendOtpToUser, { params: { id: userId }, body: request })
}
