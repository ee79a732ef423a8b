import { listEmployees } from '@portal/shared/contracts/employee'
import { listPayoutBindings, type PayoutBinding } from '@portal/shared/contracts/payout-method'
import { apiQuery } from '@portal/shared/http/query'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { useSuspenseQueries } from '@tanstack/react-query'
import { byBank, groupTitle } from './by-bank.ts'
import styles from './payout-methods-page.module.css'
import { PayoutMethodsSkeleton } from './payout-methods-skeleton.tsx'

export function Component() {
  return (
    <QueryBoundary skeleton={<PayoutMethodsSkeleton />}>
      <PayoutMethods />
    </QueryBoundary>
  )
}

function PayoutMethods() {
  const [methods, employees] = useSuspenseQueries({
    queries: [apiQuery(listPayoutBindings, { query: {} }), apiQuery(listEmployees, {})],
  })

  if (methods.data.items.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon="card"
          title="Способов вывода пока нет"
          text="Здесь появятся карты и телефоны СБП, на которые можно вывести чаевые"
        />
      </Panel>
    )
  }
  return (
    <div className={styles.page}>
      {byBank(methods.data.items, employees.data.items).map((group) => (
        <Panel key={group.bank} title={groupTitle(group)}>
          {group.methods.length === 0 ? (
            <p className={styles.none}>Нет карт и телефонов СБП</p>
          ) : (
            <List>
              {group.methods.map((method) => (
                <Method key={method.id} method={method} />
              ))}
            </List>
          )}
        </Panel>
      ))}
    </div>
  )
}

const networkNames = { mir: 'Мир', visa: 'Visa', mastercard: 'Mastercard' } as const

function Method({ method }: { method: PayoutBinding }) {
  const title =
    method.type === 'card' ? `${networkNames[method.network]} •• ${method.last4}` : `СБП · ${method.phone_masked}`
  return (
    <ListRow
      leading={<Icon name={method.type} />}
      title={title}
      subtitle={[method.bank_name, method.label].filter(Boolean).join(' · ')}
      trailing={
        method.status === 'blocked' ? (
          <StatusBadge tone="negative">Заблокирован</StatusBadge>
        ) : (
          method.is_default && <StatusBadge tone="positive">Основной</StatusBadge>
        )
      }
    />
  )
}
