import type { DayRange } from '@portal/contracts/day'
import { IconButton } from '@portal/shared/ui/button'
import { DateRangeSheet } from '@portal/shared/ui/date-range'
import { Segmented } from '@portal/shared/ui/segmented'
import { useState } from 'react'
import { type Period, periodSearch } from './period.ts'
import styles from './period-switch.module.css'

type PeriodSwitchProps = { period: Period; onChange: (search: Record<string, string>) => void }

export function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  const [isChoosing, setChoosing] = useState(false)

  function chooseRange(range: DayRange) {
    setChoosing(false)
    onChange(periodSearch(range))
  }

  return (
    <div className={styles.switch}>
      <div className={styles.periods}>
        <Segmented
          label="Период"
          value={period.name === 'custom' ? null : period.name}
          onChange={(name) => onChange(periodSearch(name))}
          options={[
            { value: 'today', label: 'Сегодня' },
            { value: 'week', label: 'Неделя' },
            { value: 'month', label: 'Месяц' },
          ]}
        />
      </div>
      <span className={styles.custom} data-chosen={period.name === 'custom' || undefined}>
        <IconButton icon="calendar" label="Свой период" onClick={() => setChoosing(true)} />
      </span>
      <DateRangeSheet open={isChoosing} onOpenChange={setChoosing} value={period} onApply={chooseRange} />
    </div>
  )
}
