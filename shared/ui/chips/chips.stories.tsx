import { Chips } from '@portal/shared/ui/chips'
import { type ComponentProps, useState } from 'react'
import type { Stories } from '../../gallery/stories.ts'

const kinds = ['Все', 'Чаевые', 'Выводы', 'Переводы'].map((label) => ({ value: label, label }))
const sums = [500, 1000, 5000].map((rubles) => ({ value: String(rubles), label: `${rubles} ₽` }))
const restaurants = ['Берёзка', 'Старый мост', 'Причал', 'Кофейня на Петроградской', 'Сад', 'Терраса'].map((label) => ({
  value: label,
  label,
}))

type Example = Partial<ComponentProps<typeof Chips<string>>>

function Example({ options = kinds, value: initial = 'Все', ...chips }: Example) {
  const [value, setValue] = useState(initial)
  return <Chips label="Операции" {...chips} options={options} value={value} onChange={setValue} />
}

export const stories: Stories = {
  'One chosen': <Example />,
  'None chosen': <Example label="Сумма" options={sums} value={null} />,
  'Scrolls sideways': <Example label="Ресторан" options={restaurants} value="Сад" />,
  'Into further rows': <Example label="Ресторан" options={restaurants} value="Сад" wrap />,
  Disabled: <Example options={kinds.slice(0, 3)} disabled />,
}
