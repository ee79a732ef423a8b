import { consentVersions } from '@portal/contracts/consent'
import { getInvitation } from '@portal/contracts/invitation'
import { checkOtp, sendOtp } from '@portal/contracts/otp'
import { tidyText } from '@portal/contracts/tidy-text'
import { showFieldErrors, useZodForm } from '@portal/shared/forms/form'
import { newPassword, passwordsMatch } from '@portal/shared/forms/new-password'
import { codeSender } from '@portal/shared/forms/otp-step'
import { wholePhone } from '@portal/shared/forms/phone-field'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { length } from '@portal/shared/rules/sizes'
import { nameFaultTexts, no_card_number, person_name } from '@portal/shared/rules/texts'
import { required } from '@portal/shared/rules/values'
import { signedIn } from '@portal/shared/session/state/events'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useStep } from '../entry-steps/use-step.ts'
import { consentGiven } from './consent-fields.tsx'
import type { OpenedInvitation } from './opened-invitation.ts'
import { createRegistrar } from './registrar.ts'

const Contact = z.object({
  name: z
    .string()
    .check(z.overwrite(tidyText), required('Введите имя'), length(0, 100), no_card_number(), person_name()),
  phone_number: wholePhone(),
})
const Account = z.object({ ...newPassword, ...consentGiven, _remember_me: z.boolean() }).check(passwordsMatch)

/** A phone or a tablet; false in the HTML that the build makes. */
export function isPhone(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
}

const CONSENT_KINDS = ['offer', 'personal_data'] as const

export type ContactForm = ReturnType<typeof useContactForm>

export type AccountForm = ReturnType<typeof useAccountForm>

export type AccountValues = z.infer<typeof Account>

/** The texts for an invitation to one phone. */
const contactErrorTexts = {
  ...nameFaultTexts,
  invitation_of_another: 'Приглашение для другого номера. Укажите тот, на который его прислали',
}

/** Returns the step of a registration, what is filled in so far, and what leads to the next step. */
export function useRegistration({ code: invitationCode, invitation, onAccepted, onFailed }: OpenedInvitation) {
  const client = useQueryClient()
  const contactForm = useContactForm()
  const accountForm = useAccountForm()
  const steps = useStep<'contact' | 'code' | 'account' | 'sign-in'>('contact')
  const [register] = useState(() => createRegistrar(invitationCode))
  const [isEmployed, setEmployed] = useState(false)
  const { name, phone_number: phone } = contactForm.watch()
  const { proof, isCodeExpired, sendCode, checkCode, expireCode } = usePhoneProof(phone)

  async function prove(code: string) {
    await checkCode(code)
    steps.goTo('account', { replace: true })
  }

  async function accept(code: string, { password, _remember_me }: AccountValues) {
    try {
      const consents = consentVersions(invitation.consents)
      const user = await register({ name, phone_number: phone, code, password, consents, _remember_me })
      onAccepted()
      signedIn(user)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      await showRejection(cause)
    }
  }

  /** Leads to the step where the user can mend the cause. */
  async function showRejection(cause: ApiError) {
    if (cause.code === 'phone_registered') {
      setEmployed(cause.problem.errors?.phone_number?.includes('already_employed') ?? false)
      steps.goTo('sign-in')
    } else if (cause.code === 'otp_expired' || cause.code === 'otp_invalid') {
      expireCode()
      steps.goTo('code', { replace: true })
    } else if (cause.code === 'consent_outdated') {
      // The user has to agree again, to the text of now.
      await invalidate(client, getInvitation)
      for (const kind of CONSENT_KINDS)
        if (cause.problem.errors?.[`consents.${kind}`]) accountForm.setValue(kind, false)
      throw cause
    } else if (showFieldErrors(contactForm, cause, { errorTexts: contactErrorTexts })) steps.goBack()
    else onFailed(cause)
  }

  return {
    steps,
    contactForm,
    accountForm,
    phone,
    proof,
    isCodeExpired,
    isEmployed,
    sendCode,
    prove,
    accept,
  }
}

/** Returns whether the user has proved to own the phone by a code from an SMS, and what sends and checks codes. */
function usePhoneProof(phone: string) {
  const [sendCode] = useState(() =>
    codeSender((phone_number) => call(sendOtp, { params: { type: 'registration' }, body: { phone_number } })),
  )
  // A correct code, and the phone that it belongs to: the number may be changed meanwhile.
  const [proof, setProof] = useState<{ phone: string; code: string } | null>(null)
  const [isCodeExpired, setCodeExpired] = useState(false)

  async function checkCode(code: string) {
    await call(checkOtp, { body: { phone_number: phone, code } })
    setProof({ phone, code })
    setCodeExpired(false)
  }

  function expireCode() {
    setProof(null)
    setCodeExpired(true)
  }

  return { proof, isCodeExpired, sendCode, checkCode, expireCode }
}

function useContactForm() {
  return useZodForm(Contact, { defaultValues: { name: '', phone_number: '' } })
}

function useAccountForm() {
  return useZodForm(Account, {
    // A computer may belong to the restaurant.
    defaultValues: { password: '', repeat: '', offer: false, personal_data: false, _remember_me: isPhone() },
  })
}
