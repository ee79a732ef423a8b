import { consentVersions } from '@portal/contracts/consent'
import { checkOtp, sendOtp } from '@portal/contracts/otp'
import { tidyText } from '@portal/contracts/tidy-text'
import { Form, SubmitButton, showFieldErrors, useZodForm } from '@portal/shared/forms/form'
import {
  NewPasswordFields,
  newPassword,
  passwordsMatch,
  passwordWeaknessTexts,
} from '@portal/shared/forms/new-password'
import { codeSender, OtpStep } from '@portal/shared/forms/otp-step'
import { PhoneField, wholePhone } from '@portal/shared/forms/phone-field'
import { TextField } from '@portal/shared/forms/text-field'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { length } from '@portal/shared/rules/sizes'
import { nameFaultTexts, no_card_number, person_name } from '@portal/shared/rules/texts'
import { required } from '@portal/shared/rules/values'
import { signedIn } from '@portal/shared/session/state/events'
import { ButtonLink } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useState } from 'react'
import * as z from 'zod/mini'
import { loginPath } from '../../session/back-path.ts'
import { Step } from '../entry-steps/step.tsx'
import { useStep } from '../entry-steps/use-step.ts'
import { ConsentFields, consentGiven } from './consent-fields.tsx'
import type { OpenedInvitation } from './opened-invitation.ts'
import { registrar } from './registrar.ts'

const Person = z.object({
  name: z
    .string()
    .check(z.overwrite(tidyText), required('Введите имя'), length(0, 100), no_card_number(), person_name()),
  phone_number: wholePhone(),
})
const Account = z.object({ ...newPassword, ...consentGiven }).check(passwordsMatch)

/** Asks for name and phone, for the code that was sent there, then for password and consents. */
export function Registration({ code: invitationCode, invitation, onAccepted, onFailed }: OpenedInvitation) {
  const personForm = useZodForm(Person, { defaultValues: { name: '', phone_number: '' } })
  const accountForm = useZodForm(Account, {
    defaultValues: { password: '', repeat: '', offer: false, personal_data: false },
  })
  const { step, moved, goTo, goBack } = useStep<'person' | 'code' | 'account' | 'sign-in'>('person')
  const [sendCode] = useState(() =>
    codeSender((phone_number) => call(sendOtp, { params: { type: 'registration' }, body: { phone_number } })),
  )
  const [register] = useState(() => registrar(invitationCode))
  // A correct code, and the phone that it belongs to: the number may be changed meanwhile.
  const [proof, setProof] = useState<{ phone: string; code: string } | null>(null)
  const [late, setLate] = useState(false)
  const [employed, setEmployed] = useState(false)
  const { name, phone_number: phone } = personForm.watch()

  async function prove(code: string) {
    await call(checkOtp, { body: { phone_number: phone, code } })
    setProof({ phone, code })
    setLate(false)
    goTo('account', { replace: true })
  }

  async function accept(code: string, { password }: z.infer<typeof Account>) {
    try {
      const user = await register({ name, phone_number: phone, code, password, consents: consentVersions })
      onAccepted()
      signedIn(user)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      if (cause.code === 'phone_registered') {
        setEmployed(cause.problem.errors?.phone_number?.includes('already_employed') ?? false)
        goTo('sign-in')
      } else if (cause.code === 'otp_expired' || cause.code === 'otp_invalid') {
        setProof(null)
        setLate(true)
        goTo('code', { replace: true })
      } else if (showFieldErrors(personForm, cause, { errorTexts: ofPerson })) goBack()
      else onFailed(cause)
    }
  }

  if (step === 'sign-in' && employed) {
    return (
      <>
        <Notice tone="info">
          {`У вас уже есть аккаунт, и вы уже работаете в ресторане «${invitation.restaurant.name}»`}
        </Notice>
        <ButtonLink to="/login" full>
          Войти
        </ButtonLink>
      </>
    )
  }
  if (step === 'sign-in') {
    return (
      <>
        <Notice tone="info">У вас уже есть аккаунт — войдите, чтобы добавить ресторан</Notice>
        <SignInLink code={invitationCode}>Войти</SignInLink>
      </>
    )
  }
  if (step === 'account' && proof?.phone === phone) {
    return (
      <Step key="3" number={3} of={3} onBack={goBack} focused>
        <Form
          form={accountForm}
          onSubmit={(account) => accept(proof.code, account)}
          errorTexts={{
            ...passwordWeaknessTexts,
            consent_outdated: 'Тексты согласий изменились. Обновите страницу, чтобы их прочитать',
          }}
          errorFields={{ 'consents.offer': 'offer', 'consents.personal_data': 'personal_data' }}
        >
          <NewPasswordFields label="Пароль" phone={phone} />
          <ConsentFields />
          <SubmitButton>Зарегистрироваться</SubmitButton>
        </Form>
      </Step>
    )
  }
  if (step === 'code' && phone) {
    return (
      <Step key="2" number={2} of={3} onBack={goBack} focused>
        {late && <Notice tone="info">Код устарел. Введите новый.</Notice>}
        <OtpStep send={() => sendCode(phone)} onSubmit={prove} submitLabel="Продолжить" />
      </Step>
    )
  }
  return (
    <Step key="1" number={1} of={3} focused={moved}>
      <Form form={personForm} onSubmit={({ phone_number }) => goTo(proof?.phone === phone_number ? 'account' : 'code')}>
        <TextField name="name" label="Имя" autoComplete="name" />
        <PhoneField name="phone_number" label="Телефон" />
        <SubmitButton>Получить код</SubmitButton>
      </Form>
      <SignInLink code={invitationCode} quiet>
        У меня уже есть аккаунт
      </SignInLink>
    </Step>
  )
}

/** Shown for an invitation to one phone. */
const ofPerson = {
  ...nameFaultTexts,
  invitation_of_another: 'Приглашение для другого номера. Укажите тот, на который его прислали',
}

/** Signing in leads back here and adds the restaurant. */
function SignInLink({ code, quiet, children }: { code: string; quiet?: boolean; children: string }) {
  return (
    <ButtonLink
      to={loginPath(`/i/${encodeURIComponent(code)}`)}
      state={{ joins: code }}
      variant={quiet ? 'ghost' : 'primary'}
      size={quiet ? 's' : 'm'}
      full
    >
      {children}
    </ButtonLink>
  )
}
