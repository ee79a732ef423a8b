import { MIN_PASSWORD_LENGTH } from '@portal/contracts/password'
import { formatPhone } from '@portal/contracts/phone-text'
import type { FailureTexts } from '@portal/shared/format/failure-text'
import { PasswordField } from '@portal/shared/forms/password-field'
import * as z from 'zod/mini'
import { length } from '../rules/sizes.ts'
import { confirm, required } from '../rules/values.ts'

const minLengthText = `Не менее ${MIN_PASSWORD_LENGTH} символов`

/** A password to be set, typed twice: fields of a form's schema, together with `passwordsMatch`. */
export const newPassword = {
  password: z
    .string()
    .check(
      z.normalize('NFC'),
      required('Придумайте пароль'),
      length(MIN_PASSWORD_LENGTH, Infinity, minLengthText),
      length(0, 200),
    ),
  repeat: z.string().check(z.normalize('NFC')),
}

export const passwordsMatch = confirm('repeat', 'password', 'Пароли не совпадают')

const suggestion = 'Возьмите три-четыре слова, которые не связаны друг с другом'

/** Why the server rejects a password: for the `errorTexts` of the form. */
export const passwordWeaknessTexts: FailureTexts = {
  password_common: `Этот пароль слишком распространён. ${suggestion}`,
  password_predictable: `Повторы, даты и соседние клавиши легко угадать. ${suggestion}`,
  password_personal: `Имя, ресторан или название портала в пароле легко угадать. ${suggestion}`,
  password_phone: `Номер телефона в пароле легко угадать. ${suggestion}`,
}

type NewPasswordFieldsProps = {
  label: string
  /** The password is for signing in by this phone, as far as the form knows it. */
  phone?: string
}

export function NewPasswordFields({ label, phone }: NewPasswordFieldsProps) {
  return (
    <>
      {phone && <SignInName phone={phone} />}
      <PasswordField name="password" label={label} autoComplete="new-password" hint={minLengthText} />
      <PasswordField name="repeat" label={`${label} ещё раз`} autoComplete="new-password" />
    </>
  )
}

/**
 * For password managers only: they store a password under the name that was typed on the login page. They skip a
 * field that is not rendered at all.
 */
export function SignInName({ phone }: { phone: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      autoComplete="username"
      value={formatPhone(phone)}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
