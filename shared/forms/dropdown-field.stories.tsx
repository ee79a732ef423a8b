import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { InForm } from '../gallery/in-form.tsx'
import type { Stories } from '../gallery/stories.ts'

const banks = ['Сбербанк', 'Т-Банк', 'ВТБ', 'Альфа-Банк'].map((label) => ({ value: label, label }))
const bank = <DropdownField name="field" label="Банк" options={banks} search />

export const stories: Stories = {
  Empty: <InForm value={null}>{bank}</InForm>,
  Chosen: <InForm value="Т-Банк">{bank}</InForm>,
  'None option': (
    <InForm value="Т-Банк">
      <DropdownField name="field" label="Банк" options={banks} none />
    </InForm>
  ),
  Hint: (
    <InForm value={null}>
      <DropdownField name="field" label="Банк" options={banks} hint="К которому привязан номер" />
    </InForm>
  ),
  Error: (
    <InForm value={null} error="Банк — обязательное поле">
      {bank}
    </InForm>
  ),
  Disabled: (
    <InForm value="Т-Банк" disabled>
      {bank}
    </InForm>
  ),
}
