import { TextField } from '@portal/shared/forms/text-field'
import { length } from '@portal/shared/rules/sizes'
import * as z from '@portal/shared/zod'

/** The rule of `ExternalIdField`. */
export const externalId = z.string().check(z.trim(), length(0, 100))

/** The code of an employee at the payment service. */
export function ExternalIdField() {
  return (
    <TextField
      name="external_id"
      label="Код в платёжном сервисе"
      hint="Как человека называет платёжный сервис"
      autoComplete="off"
    />
  )
}
