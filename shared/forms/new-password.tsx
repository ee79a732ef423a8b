import { passwordMinLength } from '@portal/shared/contracts/password'
import { PasswordField } from '@portal/shared/forms/password-field'
import * as z from 'zod/mini'
import { length } from '../rules/sizes.ts'
import { confirm, required } from '../rules/values.ts'

const longEnough = `Не менее ${passwordMinLength} символов`

/** A password to be set, typed twice: fields of a form's schema, together with `passwordsMatch`. */
export const newPassword = {
  password: z.string().check(required(), length(passwordMinLength, Infinity, longEnough), length(0, 200)),
  repeat: z.string(),
}

export const passwordsMatch = confirm('repeat', 'password', 'Пароли не совпадают')

export function NewPasswordFields({ label }: { label: string }) {
  return (
    <>
      <PasswordField name="password" label={label} autoComplete="new-password" hint={longEnough} />
      <PasswordField name="repeat" label={`${label} ещё раз`} autoComplete="new-password" />
    </>
  )
}
