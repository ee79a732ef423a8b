import { getOwnPhone } from '@portal/contracts/password'
import { SignInName } from '@portal/shared/forms/new-password'
import { PasswordField } from '@portal/shared/forms/password-field'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import { required } from '@portal/shared/rules/values'
import * as z from '@portal/shared/zod'

/** The current password among the fields of a form's schema. */
export const currentPassword = { current_password: z.string().check(required('Введите текущий пароль')) }

/** The schema of a form that asks only for the current password. */
export const CurrentPassword = z.object(currentPassword)

/** Why the server rejects the current password, for the `errorTexts` of the form. */
export const currentPasswordTexts = { wrong_password: 'Текущий пароль указан неверно' }

/**
 * The current password, with the user's sign-in name for password managers: without it a manager would store another
 * number of the form as the name. The session has that number only masked, so it is fetched, and forgotten when the
 * page closes. The form also works without it.
 */
export function CurrentPasswordField() {
  const { data } = useQuery({ ...apiQuery(getOwnPhone, {}), gcTime: 0 })
  return (
    <>
      {data && <SignInName phone={data.phone_number} />}
      <PasswordField name="current_password" label="Текущий пароль" autoComplete="current-password" />
    </>
  )
}
