import { Credentials, login } from '@portal/contracts/session'
import { sessionEndedText, whomToAsk } from '@portal/shared/format/failure-text'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { PasswordField } from '@portal/shared/forms/password-field'
import { PhoneField, wholePhone } from '@portal/shared/forms/phone-field'
import { call } from '@portal/shared/http/call'
import { useHasPasskeys } from '@portal/shared/passkeys/prompt'
import { rememberWayIn } from '@portal/shared/passkeys/way-in'
import { required } from '@portal/shared/rules/values'
import { signedIn } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { AnonymousOnly, useEntrySearch, useEntryState } from '../entry-steps/entry-state.tsx'
import styles from './login-page.module.css'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { useWayIn } from './use-way-in.ts'

const LoginForm = z.extend(Credentials, {
  phoneNumber: wholePhone(),
  password: z.string().check(required('Введите пароль')),
})

export default function LoginPage() {
  return (
    <AnonymousOnly>
      <Login />
    </AnonymousOnly>
  )
}

/** The next page follows from the session. */
function Login() {
  const form = useZodForm(LoginForm, { defaultValues: { phoneNumber: '', password: '', _remember_me: false } })
  const state = useEntryState()
  const search = useEntrySearch()
  // The HTML has the button for every browser; without passkeys it is hidden there from the first paint on (way-in.ts).
  const hasPasskeys = useHasPasskeys()
  const { isPasskeyFirst, isPasswordChosen, choosePassword } = useWayIn({
    isPasswordFirst: state.isPasswordChanged === true,
  })
  useEffect(() => {
    if (isPasswordChosen) form.setFocus('phoneNumber')
  }, [form, isPasswordChosen])

  async function signIn(body: z.output<typeof LoginForm>) {
    const user = await call(login, { body })
    rememberWayIn('password')
    signedIn(user)
  }

  return (
    <>
      <LoginNotices isPasswordChanged={state.isPasswordChanged === true} />
      <div className={styles.ways} data-passkey-first={isPasskeyFirst || undefined}>
        <Form form={form} onSubmit={signIn} errorTexts={{ invalid_credentials: 'Неверный телефон или пароль' }}>
          <div className={styles.byPassword} hidden={isPasskeyFirst}>
            <PhoneField
              name="phoneNumber"
              label="Телефон"
              autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
            />
            <PasswordField name="password" label="Пароль" autoComplete="current-password" />
          </div>
          <CheckboxField name="_remember_me" label="Запомнить меня" />
          <div className={styles.byPassword} hidden={isPasskeyFirst}>
            <SubmitButton>Войти</SubmitButton>
          </div>
        </Form>
        {hasPasskeys && (
          <div className={styles.passkey}>
            <PasskeySignIn
              isFirst={isPasskeyFirst}
              isRemembered={() => form.getValues('_remember_me') === true}
              onUnknown={choosePassword}
            />
          </div>
        )}
      </div>
      <div className={styles.toPassword} data-shown={isPasskeyFirst || undefined}>
        <Button variant="ghost" size="s" full onClick={choosePassword}>
          Войти по паролю
        </Button>
      </div>
      <ButtonLink to={{ pathname: '/password/recovery', search }} state={state} variant="ghost" size="s" full>
        Забыли пароль?
      </ButtonLink>
    </>
  )
}

function LoginNotices({ isPasswordChanged }: { isPasswordChanged: boolean }) {
  const isDisabled = useSession((session) => session.disabled)
  const hasEnded = useSession((session) => session.hasEnded)
  return (
    <>
      {hasEnded && !isDisabled && !isPasswordChanged && <Notice tone="info">{sessionEndedText}</Notice>}
      {isPasswordChanged && (
        <Notice tone="success" title="Пароль изменён">
          Войдите с новым паролем.
        </Notice>
      )}
      {isDisabled && (
        <Notice tone="error" title="Аккаунт отключён">
          {`${whomToAsk} Деньги на вашем балансе сохранены.`}
        </Notice>
      )}
    </>
  )
}
