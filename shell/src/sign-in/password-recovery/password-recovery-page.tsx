import { sendOtp } from '@portal/contracts/otp'
import { type PasswordReset, requestPasswordReset } from '@portal/contracts/password'
import { formatPhone } from '@portal/contracts/phone-text'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import {
  NewPasswordFields,
  newPassword,
  passwordsMatch,
  passwordWeaknessTexts,
} from '@portal/shared/forms/new-password'
import { codeSender, OtpStep } from '@portal/shared/forms/otp-step'
import { PhoneField, wholePhone } from '@portal/shared/forms/phone-field'
import { call } from '@portal/shared/http/call'
import { useLocation, useNavigate } from '@portal/shared/router'
import { signedOut } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { ButtonLink } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useEntrySearch } from '../../app/routing/entry-state.ts'
import { Step } from '../entry-steps/step.tsx'
import { useStep } from '../entry-steps/use-step.ts'
import { passwordSetter } from './password-setter.ts'

const Phone = z.object({ phone_number: wholePhone() })
const NewPassword = z.object(newPassword).check(passwordsMatch)

/**
 * The grant of a correct code and the phone it belongs to, because the number may change meanwhile. Stored only in the
 * memory of this page.
 */
type Grant = { phone: string; reset: PasswordReset }

export default function PasswordRecoveryPage() {
  const phoneForm = useZodForm(Phone, { defaultValues: { phone_number: '' } })
  const passwordForm = useZodForm(NewPassword, { defaultValues: { password: '', repeat: '' } })
  const { step, moved, goTo, goBack } = useStep<'phone' | 'code' | 'password'>('phone')
  const [sendCode] = useState(() =>
    codeSender((phone_number) => call(sendOtp, { params: { type: 'recovery' }, body: { phone_number } })),
  )
  const [setPassword] = useState(passwordSetter)
  const [grant, setGrant] = useState<Grant | null>(null)
  const [problem, setProblem] = useState<'late' | 'unsure' | null>(null)
  const { state } = useLocation()
  const search = useEntrySearch()
  const navigate = useNavigate()
  const phone = phoneForm.watch('phone_number')

  async function prove(code: string) {
    const reset = await call(requestPasswordReset, { body: { code, phone_number: phone } })
    setGrant({ phone, reset })
    setProblem(null)
    // The code is used up, so «back» leads to the phone.
    goTo('password', { replace: true })
  }

  async function change({ a, b }: PasswordReset, password: string) {
    const outcome = await setPassword({ a, b }, password)
    if (outcome !== 'changed') {
      setProblem(outcome)
      if (outcome === 'late') {
        setGrant(null)
        goTo('code', { replace: true })
      }
      return
    }
    // All sessions have ended, including one of this browser.
    if (useSession.getState().user) signedOut()
    void navigate({ pathname: '/login', search }, { replace: true, state: { ...state, passwordChanged: true } })
  }

  if (step === 'password' && grant?.phone === phone) {
    return (
      <Step key="3" number={3} of={3} onBack={goBack} focused>
        {problem === 'unsure' && <PerhapsChanged />}
        <Form
          form={passwordForm}
          onSubmit={({ password }) => change(grant.reset, password)}
          errorTexts={passwordWeaknessTexts}
        >
          <NewPasswordFields label="Новый пароль" phone={phone} />
          <SubmitButton>Сменить пароль</SubmitButton>
        </Form>
      </Step>
    )
  }
  if (step === 'code' && phone) {
    return (
      <Step key="2" number={2} of={3} onBack={goBack} focused>
        {problem === 'late' && <Notice tone="info">Время на смену пароля вышло. Введите новый код.</Notice>}
        <p>{`Телефон: ${formatPhone(phone)}`}</p>
        <OtpStep
          send={() => sendCode(phone)}
          sentText="Если номер зарегистрирован, мы отправили код"
          onSubmit={prove}
          submitLabel="Продолжить"
        />
      </Step>
    )
  }
  return (
    <Step key="1" number={1} of={3} focused={moved}>
      <Form
        form={phoneForm}
        onSubmit={({ phone_number }) => goTo(grant?.phone === phone_number && !problem ? 'password' : 'code')}
      >
        <PhoneField name="phone_number" label="Телефон" autoComplete="username" />
        <SubmitButton>Получить код</SubmitButton>
      </Form>
      <ButtonLink to={{ pathname: '/login', search }} state={state} variant="ghost" size="s" full>
        Вернуться ко входу
      </ButtonLink>
    </Step>
  )
}

function PerhapsChanged() {
  const { state, search } = useLocation()
  return (
    <Notice tone="info" title="Возможно, пароль уже изменён">
      <p>Ответ на прошлую попытку не пришёл. Войдите с новым паролем или вернитесь и запросите код ещё раз.</p>
      <ButtonLink to={{ pathname: '/login', search }} state={state} variant="secondary" size="s">
        Войти
      </ButtonLink>
    </Notice>
  )
}
