import { listEmployees } from '@portal/contracts/employee'
import {
  listPayoutMethods,
  listPayoutTerms,
  type PayoutMethod,
  type PayoutTerms,
} from '@portal/contracts/payout-method'
import { apiQuery } from '@portal/shared/http/query'
import { useQueries, useSuspenseQueries } from '@portal/shared/query'
import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { RowsSkeleton } from '../../rows-skeleton/rows-skeleton.tsx'
import { type BankGroup, byBank, groupTitle } from './by-bank.ts'
import { MethodBadge } from './method-badge.tsx'
import { editPath, methodNote, methodTitle, termsNotes } from './method-text.ts'
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
      <AddButtons />
      {byBank(methods.data.items, employees.data.items).map((group) => (
        <Panel key={group.bank} title={<NoBreak>{groupTitle(group)}</NoBreak>}>
          {group.methods.length === 0 ? (
            <p className={styles.none}>Нет карт и телефонов СБП</p>
          ) : (
            <Methods group={group} />
          )}
        </Panel>
      ))}
    </div>
  )
}

function AddButtons() {
  return (
    <div className={styles.add}>
      <ButtonLink to="/settings/sbp-phones/add" full variant="secondary" size="s">
        Добавить СБП
      </ButtonLink>
      <ButtonLink to="/settings/cards/add" full variant="secondary" size="s">
        Добавить карту
      </ButtonLink>
    </div>
  )
}

/** The terms are an addition: without them the list is still complete. */
function Methods({ group: { restaurants, methods } }: { group: BankGroup }) {
  const terms = useQueries({
    queries: restaurants.map(({ id }) => apiQuery(listPayoutTerms, { params: { restId: id } })),
  })
  const isPending = terms.some((query) => query.isPending)
  const items = terms.flatMap(({ data }) => data?.items ?? [])
  return (
    <List>
      {methods.map((method) => (
        <Method key={method.id} method={method} terms={isPending ? 'loading' : items} />
      ))}
    </List>
  )
}

/** The whole row leads to the method's page, where it is changed and deleted. */
function Method({ method, terms }: { method: PayoutMethod; terms: readonly PayoutTerms[] | 'loading' }) {
  return (
    <ListRow
      leading={<Icon name={method.type} />}
      title={
        <span className={styles.title}>
          <span>
            <NoBreak>{methodTitle(method)}</NoBreak>
          </span>
          <MethodBadge method={method} />
        </span>
      }
      subtitle={
        <>
          <NoBreak>{methodNote(method)}</NoBreak>
          {terms === 'loading' ? (
            <Skeleton width={180} height={20} />
          ) : (
            termsNotes(method, terms).map((note) => (
              <span key={note} className={styles.line}>
                {note}
              </span>
            ))
          )}
        </>
      }
      to={editPath(method)}
    />
  )
}

function PayoutMethodsSkeleton() {
  return (
    <div className={styles.page} aria-hidden="true">
      <div className={styles.add}>
        <Skeleton height={44} radius={12} />
        <Skeleton height={44} radius={12} />
      </div>
      <Panel title={<Skeleton width={200} />}>
        <RowsSkeleton title="50%" subtitle="30%" />
      </Panel>
    </div>
  )
}
