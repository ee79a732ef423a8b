import { PhoneField } from '@portal/shared/forms/phone-field'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

const phone = <PhoneField name="field" label="Телефон" />

export const stories: Stories = {
  Empty: <InForm value="">{phone}</InForm>,
  'Half typed': <InForm value="+79991">{phone}</InForm>,
  Filled: <InForm value="+79991234567">{phone}</InForm>,
  Hint: (
    <InForm value="">
      <PhoneField name="field" label="Телефон СБП" hint="Номер, к которому привязан счёт в банке" />
    </InForm>
  ),
  Foreign: <InForm value="+998 90 123-45-67">{phone}</InForm>,
  Error: (
    <InForm value="+79991" error="Введите номер телефона полностью">
      {phone}
    </InForm>
  ),
  Disabled: (
    <InForm value="+79991234567" disabled>
      {phone}
    </InForm>
  ),
}
