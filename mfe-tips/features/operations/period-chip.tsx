import { rangeText } from '@portal/contracts/date-text'
import type { DayRange } from '@portal/contracts/day'
import { formatDay } from '@portal/shared/format/date'
import { useToday } from '@portal/shared/session/today'
import { Button, IconButton } from '@portal/shared/ui/button'
import { DateRangeSheet } from '@portal/shared/ui/date-range'
import { Icon } from '@portal/shared/ui/icon'
import { useRef, useState } from 'react'
import styles from './filter-bar.module.css'

type PeriodChipProps = { range: DayRange | null; onChange: (range: DayRange | null) => void }

/** Opens the calendar with the usual periods. A chosen period is named, and the cross beside it removes it. */
export function PeriodChip({ range, onChange }: PeriodChipProps) {
  const [isChoosing, setChoosing] = useState(false)
  const today = useToday()
  const button = useRef<HTMLButtonElement>(null)
  const name = range && (range.from === range.to ? formatDay(range.to, today) : rangeText(range))

  function chooseRange(days: DayRange) {
    setChoosing(false)
    onChange(days)
  }

  function removeRange() {
    // The cross disappears with the period.
    button.current?.focus()
    onChange(null)
  }

  return (
    <div className={styles.period} data-chosen={range ? '' : undefined}>
      <Button
        ref={button}
        variant="secondary"
        size="s"
        aria-label={name ? `Период: ${name}` : undefined}
        onClick={() => setChoosing(true)}
      >
        <span className={styles.periodName}>
          <span>{name ?? 'Период'}</span>
          <Icon name="chevron-down" size={16} />
        </span>
      </Button>
      {range && <IconButton icon="close" label="За всё время" onClick={removeRange} />}
      <DateRangeSheet open={isChoosing} onOpenChange={setChoosing} value={range} onApply={chooseRange} />
    </div>
  )
}
