import { Segmented } from '@portal/shared/ui/segmented'
import { useState } from 'react'
import type { Stories } from '../../gallery/stories.ts'

type ExampleProps = { labels: string[]; chosen?: string | null; disabled?: boolean }

function Example({ labels, chosen = labels[0] ?? null, disabled }: ExampleProps) {
  const [value, setValue] = useState(chosen)
  const options = labels.map((label) => ({ value: label, label }))
  return <Segmented label="Период" options={options} value={value} onChange={setValue} disabled={disabled} />
}

export const stories: Stories = {
  Two: <Example labels={['Карта', 'СБП']} />,
  Three: <Example labels={['Светлая', 'Тёмная', 'Системная']} chosen="Тёмная" />,
  Four: <Example labels={['День', 'Неделя', 'Месяц', 'Период']} />,
  'None chosen': <Example labels={['Сегодня', 'Неделя', 'Месяц']} chosen={null} />,
  'Long text': <Example labels={['За всё время', 'За прошлую неделю']} />,
  Disabled: <Example labels={['Сегодня', 'Неделя', 'Месяц']} disabled />,
}
