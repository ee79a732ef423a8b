import type { DayRange } from '@portal/contracts/period'
import { Button, IconButton } from '@portal/shared/ui/button'
import { Chips } from '@portal/shared/ui/chips'
import { DateRangeSheet } from '@portal/shared/ui/date-range'
import { useState } from 'react'
import { CsvExport } from './csv-export.tsx'
import styles from './filter-bar.module.css'
import { formatDays, type OperationsFilter, type OperationsKind } from './operations-filter.ts'

const kinds: { value: OperationsKind | 'all'; label: string }[] = [
  { value: 'all', label: 'Все' },
  { value: 'tip', label: 'Чаевые' },
  { value: 'payout', label: 'Выводы' },
  { value: 'transfer', label: 'Переводы' },
]

type FilterBarProps = { restId: string; filter: OperationsFilter; onChange: (filter: OperationsFilter) => void }

/** Any change leads to the first page. */
export function FilterBar({ restId, filter, onChange }: FilterBarProps) {
  const [choosing, setChoosing] = useState(false)
  const { type, from, to } = filter
  const kind = type && { type }
  const range = from && to ? { from, to } : null

  function chooseRange(chosen: DayRange) {
    setChoosing(false)
    onChange({ ...kind, ...chosen, page: 1 })
  }

  return (
    <div className={styles.bar}>
      <Chips
        label="Операции"
        value={type ?? 'all'}
        onChange={(value) => onChange({ ...(value !== 'all' && { type: value }), ...range, page: 1 })}
        options={kinds}
      />
      <div className={styles.tools}>
        <span className={styles.period}>
          <Button variant="secondary" size="s" icon="calendar" onClick={() => setChoosing(true)}>
            {range ? formatDays(range) : 'За всё время'}
          </Button>
          {range && <IconButton icon="close" label="Сбросить период" onClick={() => onChange({ ...kind, page: 1 })} />}
        </span>
        <CsvExport restId={restId} filter={filter} />
      </div>
      <DateRangeSheet open={choosing} onOpenChange={setChoosing} value={range} onApply={chooseRange} />
    </div>
  )
}
