import { CardField } from '@portal/shared/forms/card-field'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

const card = <CardField name="field" label="Номер карты" />

export const stories: Stories = {
  Empty: <InForm value="">{card}</InForm>,
  'Half typed': <InForm value="22007">{card}</InForm>,
  Мир: <InForm value="2200701395954321">{card}</InForm>,
  Visa: <InForm value="4111111111111111">{card}</InForm>,
  Mastercard: <InForm value="5100000000000008">{card}</InForm>,
  'Nineteen digits': <InForm value="2200701395954321001">{card}</InForm>,
  'Too long': <InForm value="22007013959543210012">{card}</InForm>,
  Error: (
    <InForm value="2200701395954320" error="Проверьте номер карты">
      {card}
    </InForm>
  ),
  Disabled: (
    <InForm value="2200701395954321" disabled>
      {card}
    </InForm>
  ),
}
