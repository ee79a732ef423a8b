import { Chips } from '@portal/shared/ui/chips'
import { CsvExport } from './csv-export.tsx'
import { Documents } from './documents.tsx'
import styles from './filter-bar.module.css'
import { OperationSearch } from './operation-search.tsx'
import type { OperationsFilter, OperationsKind } from './operations-filter.ts'
import { PeriodChips } from './period-chips.tsx'

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
      <div>
        <Chips
          label="Операции"
          value={type ?? 'all'}
          onChange={(value) => onChange({ ...(value !== 'all' && { type: value }), ...range, ...text, page: 1 })}
          options={kinds}
        />
      </div>
      <PeriodChips range={range} onChange={(chosen) => onChange({ ...kind, ...chosen, ...text, page: 1 })} />
      <div className={styles.tools}>
        <OperationSearch
          q={q ?? ''}
          onSearch={(found) => onChange({ ...kind, ...range, ...(found && { q: found }), page: 1 })}
        />
        <Documents restId={restId} range={range} />
        <CsvExport restId={restId} filter={filter} />
      </div>
    </div>
  )
}
