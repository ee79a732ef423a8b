import { Chips } from '@portal/shared/ui/chips'
import { Documents } from './documents.tsx'
import styles from './filter-bar.module.css'
import { OperationSearch } from './operation-search.tsx'
import type { OperationsFilter, OperationsKind } from './operations-filter.ts'
import { PeriodChip } from './period-chip.tsx'

const kinds: { value: OperationsKind | 'all'; label: string }[] = [
  { value: 'all', label: 'Все' },
  { value: 'tip', label: 'Чаевые' },
  { value: 'payout', label: 'Выводы' },
  { value: 'transfer', label: 'Переводы' },
]

type FilterBarProps = { restId: string; filter: OperationsFilter; onChange: (filter: OperationsFilter) => void }

/** Any change leads to the first page. */
export function FilterBar({ restId, filter, onChange }: FilterBarProps) {
  const { type, from, to, q } = filter
  const kind = type && { type }
  const range = from && to ? { from, to } : null
  const text = q && { q }

  return (
    <div className={styles.bar}>
      <OperationSearch
        q={q ?? ''}
        onSearch={(found) => onChange({ ...kind, ...range, ...(found && { q: found }), page: 1 })}
      />
      <PeriodChip range={range} onChange={(chosen) => onChange({ ...kind, ...chosen, ...text, page: 1 })} />
      <div className={styles.kinds}>
        <Chips
          label="Операции"
          value={type ?? 'all'}
          onChange={(value) => onChange({ ...(value !== 'all' && { type: value }), ...range, ...text, page: 1 })}
          options={kinds}
        />
      </div>
      <Documents restId={restId} filter={filter} />
    </div>
  )
}
