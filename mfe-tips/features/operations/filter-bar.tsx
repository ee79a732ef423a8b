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

/** Undefined takes a part of the filter away. */
type ChangedFilter = { [Name in 'type' | 'from' | 'to' | 'q']?: OperationsFilter[Name] | undefined }

type FilterBarProps = { restId: string; filter: OperationsFilter; onChange: (filter: OperationsFilter) => void }

export function FilterBar({ restId, filter, onChange }: FilterBarProps) {
  const { type, from, to, q } = filter

  /** Keeps the rest of the filter. Any change leads to the first page. */
  function change(changed: ChangedFilter) {
    const { type, from, to, q } = { ...filter, ...changed }
    onChange({ ...(type && { type }), ...(from && to && { from, to }), ...(q && { q }), page: 1 })
  }

  return (
    <div className={styles.bar}>
      <OperationSearch q={q ?? ''} onSearch={(q) => change({ q })} />
      <PeriodChip
        range={from && to ? { from, to } : null}
        onChange={(range) => change({ from: range?.from, to: range?.to })}
      />
      <div className={styles.kinds}>
        <Chips
          label="Операции"
          value={type ?? 'all'}
          onChange={(value) => change({ type: value === 'all' ? undefined : value })}
          options={kinds}
        />
      </div>
      <Documents restId={restId} filter={filter} />
    </div>
  )
}
