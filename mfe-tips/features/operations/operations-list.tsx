import type { Operation } from '@portal/shared/contracts/operation'
import { statusText } from '@portal/shared/contracts/operation-texts'
import { formatDay, formatTime } from '@portal/shared/format/date'
import { Amount } from '@portal/shared/ui/amount'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Panel } from '@portal/shared/ui/panel'
import { useState } from 'react'
import { byDay } from './by-day.ts'
import { OperationDetails } from './operation-details.tsx'
import { typeIcons } from './operation-wording.ts'
import styles from './operations-list.module.css'

type OperationsListProps = {
  operations: readonly Operation[]
  dayTotals: readonly { date: string; total: number }[]
}

export function OperationsList({ operations, dayTotals }: OperationsListProps) {
  const [opened, setOpened] = useState<Operation | null>(null)
  return (
    <>
      {byDay(operations, dayTotals).map((day) => (
        <Panel key={day.date} title={formatDay(day.date)} action={<DayTotal rubles={day.total} />}>
          <List>
            {day.operations.map((operation) => (
              <ListRow
                key={operation.id}
                leading={<Icon name={typeIcons[operation.type]} />}
                title={
                  <span className={styles.title}>
                    <NoBreak>{operation.title}</NoBreak>
                  </span>
                }
                subtitle={<Subtitle operation={operation} />}
                trailing={
                  <Amount
                    rubles={operation.amount}
                    direction={operation.direction}
                    void={operation.status === 'canceled'}
                  />
                }
                onClick={() => setOpened(operation)}
              />
            ))}
          </List>
        </Panel>
      ))}
      <OperationDetails operation={opened} onClose={() => setOpened(null)} />
    </>
  )
}

function DayTotal({ rubles }: { rubles: number }) {
  return (
    <span className={styles.dayTotal}>
      <span className="visually-hidden">Итого за день </span>
      {rubles === 0 ? (
        <Amount rubles={0} size="s" />
      ) : (
        <Amount rubles={Math.abs(rubles)} size="s" direction={rubles > 0 ? 'in' : 'out'} />
      )}
    </span>
  )
}

function Subtitle({ operation }: { operation: Operation }) {
  return (
    <>
      {formatTime(operation.created_at)} ·{' '}
      <span className={styles.status} data-status={operation.status}>
        {statusText(operation)}
      </span>
    </>
  )
}
