import type { ConsentTexts } from '@portal/contracts/consent'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { Form, SubmitButton } from '@portal/shared/forms/form'
import { NewPasswordFields, passwordWeaknessTexts } from '@portal/shared/forms/new-password'
import { OtpStep } from '@portal/shared/forms/otp-step'
import { PhoneField } from '@portal/shared/forms/phone-field'
import { TextField } from '@portal/shared/forms/text-field'
import { ButtonLink } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { loginPath } from '../../session/back-path.ts'
import { Step } from '../entry-steps/step.tsx'
import { ConsentFields } from './consent-fields.tsx'
import type { OpenedInvitation } from './opened-invitation.ts'
import { type AccountForm, type AccountValues, type ContactForm, isPhone, useRegistration } from './use-registration.ts'

/** Asks for name and phone, for the code that was sent there, then for password and consents. */
export function Registration(opened: OpenedInvitation) {
  const registration = useRegistration(opened)
  const { phone, proof } = registration
  const { step, hasMoved, goTo, goBack } = registration.steps

  if (step === 'sign-in' && registration.isEmployed)
    return <AlreadyEmployed restaurant={opened.invitation.restaurant.name} />
  if (step === 'sign-in') return <AlreadyRegistered code={opened.code} />
  if (step === 'account' && proof?.phone === phone) {
    return (
      <AccountStep
        key="3"
        form={registration.accountForm}
        consents={opened.invitation.consents}
        phone={phone}
        onSubmit={(account) => registration.accept(proof.code, account)}
        onBack={goBack}
      />
    )
  }
  if (step === 'code' && phone) {
    return (
      <Step key="2" number={2} of={3} onBack={goBack} isFocused>
        {registration.isCodeExpired && <Notice tone="info">Код устарел. Введите новый.</Notice>}
        <OtpStep send={() => registration.sendCode(phone)} onSubmit={registration.prove} submitLabel="Продолжить" />
      </Step>
    )
  }
  return (
    <ContactStep
      key="1"
      form={registration.contactForm}
      invitationCode={opened.code}
      isFocused={hasMoved}
      onSubmit={(submittedPhone) => goTo(proof?.phone === submittedPhone ? 'account' : 'code')}
    />
  )
}

type ContactStepProps = {
  form: ContactForm
  invitationCode: string
  isFocused: boolean
  onSubmit: (phone: string) => void
}

function ContactStep({ form, invitationCode, isFocused, onSubmit }: ContactStepProps) {
  return (
    <Step number={1} of={3} isFocused={isFocused}>
      <Form form={form} onSubmit={({ phone_number }) => onSubmit(phone_number)}>
        <TextField name="name" label="Имя" autoComplete="name" />
        <PhoneField name="phone_number" label="Телефон" />
        <SubmitButton>Получить код</SubmitButton>
      </Form>
      <SignInLink code={invitationCode} isQuiet>
        У меня уже есть аккаунт
      </SignInLink>
    </Step>
  )
}

type AccountStepProps = {
  form: AccountForm
  consents: ConsentTexts
  phone: string
  onSubmit: (account: AccountValues) => Promise<void>
  onBack: () => void
}

function AccountStep({ form, consents, phone, onSubmit, onBack }: AccountStepProps) {
  return (
    <Step number={3} of={3} onBack={onBack} isFocused>
      <Form
        form={form}
        onSubmit={onSubmit}
        errorTexts={{
          ...passwordWeaknessTexts,
          consent_outdated: 'Текст изменился. Прочитайте его и поставьте галочку ещё раз',
        }}
        errorFields={{ 'consents.offer': 'offer', 'consents.personal_data': 'personal_data' }}
      >
        <NewPasswordFields label="Пароль" phone={phone} />
        <ConsentFields texts={consents} />
        <CheckboxField
          name="_remember_me"
          label={isPhone() ? 'Запомнить на этом телефоне' : 'Запомнить на этом компьютере'}
        />
        <SubmitButton>Зарегистрироваться</SubmitButton>
      </Form>
    </Step>
  )
}

function AlreadyEmployed({ restaurant }: { restaurant: string }) {
  return (
    <>
      <Notice tone="info">{`У вас уже есть аккаунт, и вы уже работаете в ресторане «${restaurant}»`}</Notice>
      <ButtonLink to="/login" full>
        Войти
      </ButtonLink>
    </>
  )
}

function AlreadyRegistered({ code }: { code: string }) {
  return (
    <>
      <Notice tone="info">У вас уже есть аккаунт — войдите, чтобы добавить ресторан</Notice>
      <SignInLink code={code}>Войти</SignInLink>
    </>
  )
}

/** Signing in leads back here and adds the restaurant. */
function SignInLink({ code, isQuiet, children }: { code: string; isQuiet?: boolean; children: string }) {
  return (
    <ButtonLink
      to={loginPath(`/i/${encodeURIComponent(code)}`)}
      state={{ joins: code }}
      variant={isQuiet ? 'ghost' : 'primary'}
      size={isQuiet ? 's' : 'm'}
      full
    >
      {children}
    </ButtonLink>
  )
}
