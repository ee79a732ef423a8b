import { MoneyField } from '@portal/shared/forms/money-field'
import { Chips } from '@portal/shared/ui/chips'
import { useController } from 'react-hook-form'
import { InForm } from '../gallery/in-form.tsx'
import { Played, typeInto } from '../gallery/played.tsx'
import type { Stories } from '../gallery/stories.ts'

const amount = <MoneyField name="field" label="Сумма" />

function Choice() {
  const { field } = useController({ name: 'field' })
  const options = [500, 1000, 5000].map((rubles) => ({ value: rubles, label: `${rubles} ₽` }))
  return <Chips label="Быстрый выбор" options={options} value={field.value} onChange={field.onChange} />
}

export const stories: Stories = {
  Empty: <InForm value={null}>{amount}</InForm>,
  Filled: <InForm value={12_345}>{amount}</InForm>,
  Largest: <InForm value={987_654_321}>{amount}</InForm>,
  Hint: (
    <InForm value={null}>
      <MoneyField name="field" label="Сумма" hint="Минимальная сумма — 100 ₽" />
    </InForm>
  ),
  'No sum': (
    <Played play={(stage) => typeInto(stage, '10,000')}>
      <InForm value={null}>{amount}</InForm>
    </Played>
  ),
  Error: (
    <InForm value={5000} error="Недостаточно средств: доступно 1 250 ₽">
      {amount}
    </InForm>
  ),
  Disabled: (
    <InForm value={500} disabled>
      {amount}
    </InForm>
  ),
  'Chosen by a chip': (
    <InForm value={1000}>
      {amount}
      <Choice />
    </InForm>
  ),
}
