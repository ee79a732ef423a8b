import { listEmployees } from '@portal/contracts/employee'
import { listPayoutMethods, type PayoutMethod } from '@portal/contracts/payout-method'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQueries } from '@portal/shared/query'
import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { RowsSkeleton } from '../../rows-skeleton/rows-skeleton.tsx'
import { byBank, groupTitle } from './by-bank.ts'
import { editPath, methodNote, methodTitle } from './method-text.ts'
import styles from './payout-methods-page.module.css'

function PayoutMethodsPage() {
  return (
    <QueryBoundary panel skeleton={<PayoutMethodsSkeleton />}>
      <PayoutMethods />
    </QueryBoundary>
  )
}

export { PayoutMethodsPage as Component }

function PayoutMethods() {
  const [methods, employees] = useSuspenseQueries({
    queries: [apiQuery(listPayoutMethods, { query: {} }), apiQuery(listEmployees, {})],
  })

  if (methods.data.items.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon="card"
          title="Способов вывода пока нет"
          text="Добавьте карту или телефон СБП, чтобы вывести чаевые"
          action={<AddButtons />}
        />
      </Panel>
    )
  }
  return (
    <div className={styles.page}>
      {byBank(methods.data.items, employees.data.items).map((group) => (
        <Panel key={group.bank} title={<NoBreak>{groupTitle(group)}</NoBreak>}>
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
      <Panel>
        <List>
          <ListRow
            leading={<Icon name="clock" />}
            title="Автовывод"
            subtitle="Чаевые уходят сами: каждый день или как только наберётся сумма"
            to="/out/auto"
          />
        </List>
      </Panel>
      <AddButtons />
    </div>
  )
}

function AddButtons() {
  return (
    <div className={styles.add}>
      <ButtonLink to="/settings/cards/add" full icon="card">
        Добавить карту
      </ButtonLink>
      <ButtonLink to="/settings/sbp-phones/add" full variant="secondary" icon="sbp">
        Добавить телефон СБП
      </ButtonLink>
    </div>
  )
}

/** The whole row leads to the method's page, where it is changed and deleted. */
function Method({ method }: { method: PayoutMethod }) {
  return (
    <ListRow
      leading={<Icon name={method.type} />}
      title={
        <span className={styles.title}>
          <span>
            <NoBreak>{methodTitle(method)}</NoBreak>
          </span>
          {method.is_default && <StatusBadge tone="positive">Основной</StatusBadge>}
          {method.status === 'blocked' && <StatusBadge tone="negative">Заблокирован</StatusBadge>}
        </span>
      }
      subtitle={<NoBreak>{methodNote(method)}</NoBreak>}
      to={editPath(method)}
    />
  )
}

function PayoutMethodsSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel title={<Skeleton width={200} />}>
        <RowsSkeleton title="50%" subtitle="30%" />
      </Panel>
    </div>
  )
}
