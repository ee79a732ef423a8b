import { formatPhone } from '@portal/contracts/phone-text'
import { Form, SubmitButton } from '@portal/shared/forms/form'
import { NewPasswordFields, passwordWeaknessTexts } from '@portal/shared/forms/new-password'
import { OtpStep } from '@portal/shared/forms/otp-step'
import { PhoneField } from '@portal/shared/forms/phone-field'
import { useLocation } from '@portal/shared/router'
import { ButtonLink } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useEntrySearch } from '../entry-steps/entry-state.tsx'
import { Step } from '../entry-steps/step.tsx'
import { type PasswordForm, type PhoneForm, usePasswordRecovery } from './use-password-recovery.ts'

export default function PasswordRecoveryPage() {
  const recovery = usePasswordRecovery()
  const { phone, grant, problem } = recovery
  const { step, hasMoved, goTo, goBack } = recovery.steps

  if (step === 'password' && grant?.phone === phone) {
    return (
      <PasswordStep
        key="3"
        form={recovery.passwordForm}
        phone={phone}
        isUnsure={problem === 'unsure'}
        onSubmit={(password) => recovery.change(grant.reset, password)}
        onBack={goBack}
      />
    )
  }
  if (step === 'code' && phone) {
    return (
      <Step key="2" number={2} of={3} onBack={goBack} isFocused>
        {problem === 'late' && <Notice tone="info">Время на смену пароля вышло. Введите новый код.</Notice>}
        <p>{`Телефон: ${formatPhone(phone)}`}</p>
        <OtpStep
          send={() => recovery.sendCode(phone)}
          sentText="Если номер зарегистрирован, мы отправили код"
          onSubmit={recovery.prove}
          submitLabel="Продолжить"
        />
      </Step>
    )
  }
  return (
    <PhoneStep
      key="1"
      form={recovery.phoneForm}
      isFocused={hasMoved}
      onSubmit={(submittedPhone) => goTo(grant?.phone === submittedPhone && !problem ? 'password' : 'code')}
    />
  )
}

type PhoneStepProps = { form: PhoneForm; isFocused: boolean; onSubmit: (phone: string) => void }

function PhoneStep({ form, isFocused, onSubmit }: PhoneStepProps) {
  const { state } = useLocation()
  const search = useEntrySearch()
  return (
    <Step number={1} of={3} isFocused={isFocused}>
      <Form form={form} onSubmit={({ phone_number }) => onSubmit(phone_number)}>
        <PhoneField name="phone_number" label="Телефон" autoComplete="username" />
        <SubmitButton>Получить код</SubmitButton>
      </Form>
      <ButtonLink to={{ pathname: '/login', search }} state={state} variant="ghost" size="s" full>
        Вернуться ко входу
      </ButtonLink>
    </Step>
  )
}

type PasswordStepProps = {
  form: PasswordForm
  phone: string
  /** The response to the last attempt was lost, so the password may have changed. */
  isUnsure: boolean
  onSubmit: (password: string) => Promise<void>
  onBack: () => void
}

function PasswordStep({ form, phone, isUnsure, onSubmit, onBack }: PasswordStepProps) {
  return (
    <Step number={3} of={3} onBack={onBack} isFocused>
      {isUnsure && <PerhapsChanged />}
      <Form form={form} onSubmit={({ password }) => onSubmit(password)} errorTexts={passwordWeaknessTexts}>
        <NewPasswordFields label="Новый пароль" phone={phone} />
        <SubmitButton>Сменить пароль</SubmitButton>
      </Form>
    </Step>
  )
}

function PerhapsChanged() {
  const { state, search } = useLocation()
  return (
    <Notice tone="info" title="Возможно, пароль уже изменён">
      <p>В прошлый раз связь прервалась. Войдите с новым паролем или вернитесь и запросите код ещё раз.</p>
      <ButtonLink to={{ pathname: '/login', search }} state={state} variant="secondary" size="s">
        Войти
      </ButtonLink>
    </Notice>
  )
}
