import { TextField } from '@portal/shared/forms/text-field'
import { length } from '@portal/shared/rules/sizes'
import * as z from 'zod/mini'

/** What a person calls a card or phone. */
export const MethodLabel = z.string().check(z.trim(), length(0, 30))

export function LabelField({ placeholder }: { placeholder?: string }) {
  return <TextField name="label" label="Название (необязательно)" placeholder={placeholder} />
}
