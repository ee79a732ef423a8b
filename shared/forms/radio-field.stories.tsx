import { RadioField, type RadioFieldOption } from '@portal/shared/forms/radio-field'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

const options: RadioFieldOption[] = [
  { value: 'mir', title: 'Мир •• 4321', note: 'Т-Банк · Зарплатная', icon: 'card' },
  { value: 'sbp', title: 'СБП · Т-Банк', note: '+7 (900) •••-••-01', icon: 'sbp' },
  { value: 'visa', title: 'Visa •• 8890', note: 'Заблокирован', icon: 'card', disabled: true },
]
const field = <RadioField name="field" label="Какой способ будет основным?" options={options} />

export const stories: Stories = {
  'None chosen': <InForm value="">{field}</InForm>,
  'One chosen': <InForm value="mir">{field}</InForm>,
  Error: (
    <InForm value="" error="Выберите, какой способ будет основным">
      {field}
    </InForm>
  ),
  Disabled: (
    <InForm value="mir" disabled>
      {field}
    </InForm>
  ),
}
