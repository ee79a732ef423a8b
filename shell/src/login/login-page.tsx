import { Credentials, login } from '@portal/contracts/session'
import { whomToAsk } from '@portal/shared/format/failure-text'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { PasswordField } from '@portal/shared/forms/password-field'
import { PhoneField, wholePhone } from '@portal/shared/forms/phone-field'
import { call } from '@portal/shared/http/call'
import { useHasPasskeys } from '@portal/shared/passkeys/use-has-passkeys'
import { useLocation } from '@portal/shared/router'
import { required } from '@portal/shared/rules/values'
import { signedIn } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { ButtonLink } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import * as z from 'zod/mini'
import { useEntryState } from '../routing/entry-state.ts'
import styles from './login-page.module.css'
import { PasskeySignIn } from './passkey-sign-in.tsx'

const LoginForm = z.extend(Credentials, {
  phoneNumber: wholePhone(),
  password: z.string().check(required('Введите пароль')),
})

/** Where to go next follows from being signed in (routing/guards.tsx). */
export default function LoginPage() {
  const form = useZodForm(LoginForm, { defaultValues: { phoneNumber: '', password: '', _remember_me: false } })
  const state = useEntryState()
  const disabled = useSession((session) => session.disabled)
  const { search } = useLocation()
  // The HTML has the button for every browser; without passkeys it is hidden there from the first paint on (held-input.ts).
  const passkeys = useHasPasskeys()
  return (
    <>
      {state.passwordChanged && (
        <Notice tone="success" title="Пароль изменён">
          Войдите с новым паролем.
        </Notice>
      )}
      {disabled && (
        <Notice tone="error" title="Учётная запись отключена">
          {whomToAsk} Деньги на вашем балансе сохранены.
        </Notice>
      )}
      <Form
        form={form}
        onSubmit={async (body) => signedIn(await call(login, { body }))}
        errorTexts={{ invalid_credentials: 'Неверный телефон или пароль' }}
      >
        <PhoneField name="phoneNumber" label="Телефон" autoComplete={passkeys ? 'username webauthn' : 'username'} />
        <PasswordField name="password" label="Пароль" autoComplete="current-password" />
        <CheckboxField name="_remember_me" label="Запомнить меня" />
        <SubmitButton>Войти</SubmitButton>
      </Form>
      {passkeys && (
        <div className={styles.passkey}>
          <PasskeySignIn isRemembered={() => form.getValues('_remember_me') === true} />
        </div>
      )}
      <ButtonLink to={{ pathname: '/password/recovery', search }} state={state} variant="ghost" size="s" full>
        Забыли пароль?
      </ButtonLink>
    </>
  )
}
