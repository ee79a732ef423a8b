import { passwordMinLength } from '@portal/shared/contracts/password'
import { PasswordField } from '@portal/shared/forms/password-field'
import * as z from 'zod/mini'

/** A password to be set, typed twice: fields of a form's schema, together with `passwordsMatch`. */
export const newPassword = {
  password: z
    .string()
    .check(
      z.minLength(passwordMinLength, `Не менее ${passwordMinLength} символов`),
      z.maxLength(200, 'Не более 200 символов'),
    ),
  repeat: z.string(),
}

export const passwordsMatch = z.refine<{ password: string; repeat: string }>(
  ({ password, repeat }) => password === repeat,
  // Also while other fields are wrong: one look at the form says all.
  { path: ['repeat'], error: 'Пароли не совпадают', when: () => true },
)

export function NewPasswordFields({ label }: { label: string }) {
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        hint={`Не менее ${passwordMinLength} символов`}
      />
      <PasswordField name="repeat" label={`${label} ещё раз`} autoComplete="new-password" />
    </>
  )
}
