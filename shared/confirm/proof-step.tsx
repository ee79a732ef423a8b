import { type OtpSent, sendOtpToUser, type UserOtpRequest } from '@portal/contracts/otp'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { OtpStep } from '@portal/shared/forms/otp-step'
import { PasskeyOrCode } from '@portal/shared/forms/passkey-or-code'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { useSession } from '@portal/shared/session/store'
import type { ComponentProps } from 'react'

export type GivenProof = { code: string } | { passkey: PasskeyAssertion }

type PasskeyProps = Pick<
  ComponentProps<typeof PasskeyOrCode>,
  'disabled' | 'aria-describedby' | 'codeLabel' | 'errorTexts' | 'note' | 'onRejected'
>

type ProofStepProps = PasskeyProps & {
  way: 'passkey' | 'code'
  /** The code or the passkey allows this and nothing else. */
  request: UserOtpRequest
  onProof: (proof: GivenProof) => Promise<void>
  /** Called when the user prefers a code to the passkey. */
  onCode?: ComponentProps<typeof PasskeyOrCode>['onCode']
  /** Sends the code where a step back must not send another one: see `codeSender`. */
  sendCode?: () => Promise<OtpSent>
  submitLabel?: string
}

/** Asks the signed-in user to confirm a request: by a passkey, or by a code that is sent to the user's phone. */
export function ProofStep(props: ProofStepProps) {
  const { way, request, onProof, onCode, sendCode, submitLabel = 'Подтвердить', ...passkeyProps } = props
  const { errorTexts = {}, onRejected } = passkeyProps
  const sendUserCode = useUserCode()

  async function send() {
    try {
      return await (sendCode ? sendCode() : sendUserCode(request))
    } catch (cause) {
      if (cause instanceof ApiError) onRejected?.(cause)
      throw cause
    }
  }

  if (way === 'passkey') {
    return (
      <PasskeyOrCode {...passkeyProps} request={request} onSigned={(passkey) => onProof({ passkey })} onCode={onCode} />
    )
  }
  return (
    <OtpStep
      key={JSON.stringify(request)}
      send={send}
      onSubmit={(code) => onProof({ code })}
      errorTexts={errorTexts}
      submitLabel={submitLabel}
    />
  )
}

/** Returns a function that sends a code to the phone of the signed-in user. */
export function useUserCode(): (request: UserOtpRequest) => Promise<OtpSent> {
  const userId = useSession(({ user }) => user?.id ?? '')
  return (request) => call(sendOtpToUser, { params: { id: userId }, body: request })
}
