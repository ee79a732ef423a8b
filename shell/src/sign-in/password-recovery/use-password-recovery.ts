import { sendOtp } from '@portal/contracts/otp'
import { type PasswordReset, requestPasswordReset } from '@portal/contracts/password'
import { useZodForm } from '@portal/shared/forms/form'
import { newPassword, passwordsMatch } from '@portal/shared/forms/new-password'
import { codeSender } from '@portal/shared/forms/otp-step'
import { wholePhone } from '@portal/shared/forms/phone-field'
import { call } from '@portal/shared/http/call'
import { useLocation, useNavigate } from '@portal/shared/router'
import { signedOut } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useEntrySearch } from '../entry-steps/entry-state.tsx'
import { useStep } from '../entry-steps/use-step.ts'
import { createPasswordSetter } from './password-setter.ts'

const Phone = z.object({ phone_number: wholePhone() })
const NewPassword = z.object(newPassword).check(passwordsMatch)

export type PhoneForm = ReturnType<typeof usePhoneForm>

export type PasswordForm = ReturnType<typeof usePasswordForm>

/**
 * The grant of a correct code and the phone it belongs to, because the number may change meanwhile. Stored only in the
 * memory of this page.
 */
type Grant = { phone: string; reset: PasswordReset }

/** Returns the step of the recovery, what is filled in so far, and what leads to the next step. */
export function usePasswordRecovery() {
  const phoneForm = usePhoneForm()
  const passwordForm = usePasswordForm()
  const steps = useStep<'phone' | 'code' | 'password'>('phone')
  const [sendCode] = useState(() =>
    codeSender((phone_number) => call(sendOtp, { params: { type: 'recovery' }, body: { phone_number } })),
  )
  const [setPassword] = useState(createPasswordSetter)
  const [grant, setGrant] = useState<Grant | null>(null)
  const [problem, setProblem] = useState<'late' | 'unsure' | null>(null)
  const showLoginPage = useShowLoginPage()
  const phone = phoneForm.watch('phone_number')

  async function prove(code: string) {
    const reset = await call(requestPasswordReset, { body: { code, phone_number: phone } })
    setGrant({ phone, reset })
    setProblem(null)
    // The code is used up, so «back» leads to the phone.
    steps.goTo('password', { replace: true })
  }

  async function change({ a, b }: PasswordReset, password: string) {
    const outcome = await setPassword({ a, b }, password)
    if (outcome === 'changed') {
      // All sessions have ended, including one of this browser.
      if (useSession.getState().user) signedOut()
      showLoginPage()
      return
    }
    setProblem(outcome)
    if (outcome === 'late') {
      setGrant(null)
      steps.goTo('code', { replace: true })
    }
  }

  return { steps, phoneForm, passwordForm, phone, grant, problem, sendCode, prove, change }
}

function usePhoneForm() {
  return useZodForm(Phone, { defaultValues: { phone_number: '' } })
}

function usePasswordForm() {
  return useZodForm(NewPassword, { defaultValues: { password: '', repeat: '' } })
}

/** Returns a function that opens the page to sign in, which says that the password is changed. */
function useShowLoginPage(): () => void {
  const { state } = useLocation()
  const search = useEntrySearch()
  const navigate = useNavigate()
  return () => {
    void navigate({ pathname: '/login', search }, { replace: true, state: { ...state, isPasswordChanged: true } })
  }
}
