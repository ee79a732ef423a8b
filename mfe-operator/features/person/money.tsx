import type { EmployeeRecord } from '@portal/contracts/admin/employee'
import { getEmployeeLedger, type LedgerEntry } from '@portal/contracts/admin/ledger'
import { showUserForSupport } from '@portal/contracts/admin/support'
import { apiQuery } from '@portal/shared/http/query'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { useSuspenseQuery } from '@portal/shared/query'
import { Link } from '@portal/shared/router'
import { Amount } from '@portal/shared/ui/amount'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { List, ListRow } from '@portal/shared/ui/list'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { useState } from 'react'
import { formatZonedMoment } from '../../names.ts'
import styles from '../../operator.module.css'

/** The balances of a user at each restaurant, and how they came about. */
export function Money({ userId }: { userId: string }) {
  const { data } = useSuspenseQuery(apiQuery(showUserForSupport, { params: { id: userId } }))
  const { employees } = data.user
  if (employees.length === 0) return <EmptyState icon="building" title="Мест работы нет" />
  return employees.map((employee) => <Workplace key={employee.id} employee={employee} />)
}

function Workplace({ employee }: { employee: EmployeeRecord }) {
  const { id, restaurant, external_id, dismissed_at } = employee
  const { data } = useSuspenseQuery(apiQuery(getEmployeeLedger, { params: { id }, query: { limit: 20 } }))
  const [isOpen, setOpen] = useState(false)
  const { wallet, uncleared, debt } = data.balances
  return (
    <section className={styles.fields} aria-label={restaurant.name}>
      <h3 className={styles.name}>
        <Link className={styles.link} to={`/operator/restaurants/${restaurant.id}`}>
          {restaurant.name}
        </Link>
        {employee.default && <StatusBadge tone="neutral">Основной</StatusBadge>}
        {employee.manager && <StatusBadge tone="neutral">Менеджер</StatusBadge>}
        {dismissed_at && <StatusBadge tone="negative">Уволен</StatusBadge>}
      </h3>
      <Facts>
        <Fact name="Можно вывести">
          <Amount rubles={wallet} always />
        </Fact>
        {uncleared !== 0 && (
          <Fact name="К зачислению">
            <Amount rubles={uncleared} always />
          </Fact>
        )}
        {debt !== 0 && (
          <Fact name="Долг">
            <Amount rubles={debt} always />
          </Fact>
        )}
        <Fact name="Код в платёжном сервисе">{external_id ?? 'нет, чаевые не придут'}</Fact>
      </Facts>
      {data.items.length > 0 && (
        <Button full variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Скрыть движение денег' : 'Показать движение денег'}
        </Button>
      )}
      {isOpen && <Entries entries={data.items} />}
    </section>
  )
}

function Entries({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <List label="Движение денег">
      {entries.map(({ seq, at, kind, ref, amount, balance_after }) => (
        <ListRow
          key={seq}
          title={kindTexts[kind] ?? kind}
          subtitle={
            <>
              <span className={styles.line}>{formatZonedMoment(at)}</span>
              <span className={styles.line}>{ref}</span>
            </>
          }
          trailing={
            <>
              <Amount rubles={Math.abs(amount)} direction={amount < 0 ? 'out' : 'in'} always />
              <span className={styles.muted}>
                <Amount rubles={balance_after} size="text" always />
              </span>
            </>
          }
        />
      ))}
    </List>
  )
}

/** Kinds of transfers of the ledger, as they are seen at an employee's wallet. */
const kindTexts: Record<string, string> = {
  tip: 'Чаевые',
  tip_clear: 'Чаевые зачислены',
  tip_adjustment: 'Исправление чаевых',
  tip_adjustment_debt: 'Долг за возвращённые чаевые',
  debt_payment: 'Погашение долга',
  payout_hold: 'Отложено на вывод или перевод',
  payout_release: 'Возврат на баланс',
  transfer: 'Перевод',
}
