import { RadioRow } from '@portal/shared/ui/radio-row'
import { useState } from 'react'
import type { Stories } from '../../gallery/stories.ts'
import styles from './radio-row.stories.module.css'

const periods = ['Сегодня', 'Неделя', 'Месяц'].map((label) => ({ value: label, label }))

/** Shows an appearance that a caller may give it. */
function Example({ chosen = null, disabled }: { chosen?: string | null; disabled?: boolean }) {
  const [value, setValue] = useState(chosen)
  const row = { value, onChange: setValue, disabled, options: periods }
  return <RadioRow label="Период" className={styles.row} {...row} />
}

export const stories: Stories = {
  'One chosen': <Example chosen="Неделя" />,
  'None chosen': <Example />,
  Disabled: <Example chosen="Неделя" disabled />,
}
