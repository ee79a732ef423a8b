import { Dropdown } from '@portal/shared/ui/dropdown'
import { type ComponentProps, useState } from 'react'
import type { Stories } from '../../gallery/stories.ts'
import type { DropdownOption } from './dropdown-props.ts'

const restaurants: DropdownOption[] = [
  { value: 'berezka', label: 'Берёзка' },
  { value: 'bridge', label: 'Старый мост' },
  { value: 'pier', label: 'Причал' },
]

const banks: DropdownOption[] = [
  { value: 'sber', label: 'Сбербанк', group: 'Популярные' },
  { value: 't', label: 'Т-Банк', group: 'Популярные' },
  { value: 'alfa', label: 'Альфа-Банк', group: 'Популярные' },
  ...['Авангард', 'Ак Барс Банк', 'ВТБ', 'Газпромбанк', 'ДОМ.РФ', 'МТС Банк', 'Райффайзен Банк', 'Совкомбанк'].map(
    (label) => ({ value: label, label, group: 'Все банки' }),
  ),
]

const methods: DropdownOption[] = [
  { value: 'card', label: 'Мир •• 1234', hint: 'Зарплатная' },
  { value: 'sbp', label: 'СБП · Т-Банк · •• 67' },
  {
    value: 'long',
    label: 'СБП · Банк развития предпринимательства и малого бизнеса Северо-Запада · •• 67',
    hint: 'Телефон, на который приходят переводы от родителей',
  },
]

type OneProps = Partial<Omit<ComponentProps<typeof Dropdown<string>>, 'value' | 'multiple' | 'onChange'>> & {
  chosen?: string
}

function One({ chosen, ...dropdown }: OneProps) {
  const [value, setValue] = useState<string | null>(chosen ?? null)
  return <Dropdown label="Ресторан" options={restaurants} {...dropdown} value={value} onChange={setValue} />
}

function Several({ chosen = [], search }: { chosen?: string[]; search?: boolean }) {
  const [value, setValue] = useState(chosen)
  return <Dropdown label="Банки" options={banks} search={search} multiple value={value} onChange={setValue} />
}

export const stories: Stories = {
  Empty: <One />,
  Chosen: <One chosen="bridge" />,
  'With placeholder': <One placeholder="Выберите ресторан" />,
  'None option': <One none chosen="pier" />,
  Search: <One label="Банк" options={banks} search />,
  'Search, none option': <One label="Банк" options={banks} search none chosen="t" />,
  Multiple: <Several />,
  'Multiple, chosen': <Several chosen={['sber', 't']} />,
  'Multiple, search': <Several search chosen={['ВТБ']} />,
  Groups: <One label="Банк" options={banks} />,
  'Options with hints': <One label="Способ" options={methods} chosen="card" />,
  'Long text': <One label="Способ" options={methods} chosen="long" />,
  'No options': <One label="Сотрудник" options={[]} search />,
  Error: <One error="Выберите ресторан" />,
  Hint: <One chosen="berezka" hint="Сюда приходят чаевые" />,
  'Error and hint': <One error="Выберите ресторан" hint="Сюда приходят чаевые" />,
  Disabled: <One disabled chosen="berezka" />,
  'Hidden label': <One hideLabel chosen="berezka" />,
}
