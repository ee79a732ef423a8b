import type { Operation, DayTotals as Totals } from '@portal/contracts/operation'
import { formatDay } from '@portal/shared/format/date'
import { useToday } from '@portal/shared/session/today'
import { Panel } from '@portal/shared/ui/panel'
import { memo } from 'react'
import { byDay } from './by-day.ts'
import { DayTotals } from './day-totals.tsx'
import { OperationRow } from './operation-row.tsx'
import styles from './operations-table.module.css'

type OperationsListProps = {
  operations: readonly Operation[]
  dayTotals: readonly Totals[]
  /** The id of the operation whose details are shown beside the list. */
  selectedId: string | undefined
  onOpen: (operation: Operation, isByKeyboard: boolean) => void
}

export const OperationsList = memo(function OperationsList({
  operations,
  dayTotals,
  selectedId,
  onOpen,
}: OperationsListProps) {
  const today = useToday()
  return (
    <div className={styles.table}>
      <TableHeadings />
      {byDay(operations, dayTotals).map((day) => (
        <Panel
          key={day.date}
          title={formatDay(day.date, today)}
          action={day.totals && <DayTotals totals={day.totals} />}
        >
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role together with the markers */}
          <ul className={styles.rows} role="list">
            {day.operations.map((operation) => (
              <OperationRow
                key={operation.id}
                operation={operation}
                isSelected={operation.id === selectedId}
                onOpen={onOpen}
              />
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  )
})

/** Decorative. Screen readers get the whole row as text. */
export function TableHeadings() {
  return (
    <div className={styles.headings} aria-hidden="true">
      <span />
      <span>Время</span>
      <span>Операция</span>
      <span>Подробности</span>
      <span>Сумма</span>
    </div>
  )
}
