import { tidyText } from '@portal/contracts/tidy-text'
import { TextField } from '@portal/shared/forms/text-field'
import { length } from '@portal/shared/rules/sizes'
import { no_card_number } from '@portal/shared/rules/texts'
import * as z from '@portal/shared/zod'

/** What a user calls a card or phone. */
export const MethodLabel = z.string().check(z.overwrite(tidyText), length(0, 30), no_card_number())

export function LabelField({ placeholder }: { placeholder?: string }) {
  return <TextField name="label" label="Название (необязательно)" placeholder={placeholder} />
}
