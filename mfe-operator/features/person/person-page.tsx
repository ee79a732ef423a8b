import { listPayoutRecords } from '@portal/contracts/admin/payout'
import { showUserForSupport } from '@portal/contracts/admin/support'
import { plural } from '@portal/shared/format/plural'
import { apiQuery } from '@portal/shared/http/query'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { useSuspenseQuery } from '@portal/shared/query'
import { useParams } from '@portal/shared/router'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { OperatorPage } from '../../access/operator-page.tsx'
import { AuditList } from '../../audit/audit-list.tsx'
import { formatZonedMoment, rightName } from '../../names.ts'
import styles from '../../operator.module.css'
import { PanelWithData } from '../../panel-with-data.tsx'
import { PayoutList } from '../../payouts/payout-list.tsx'
import { Money } from './money.tsx'
import { OwnView } from './own-view.tsx'
import { PersonActions } from './person-actions.tsx'

function PersonPage() {
  const { id = '' } = useParams()
  return (
    <OperatorPage>
      <div className={styles.columns}>
        <div className={styles.page}>
          <PanelWithData>
            <Person id={id} />
          </PanelWithData>
          <PanelWithData title="Деньги">
            <Money userId={id} />
          </PanelWithData>
        </div>
        <div className={styles.page}>
          <PanelWithData title="Выводы и переводы">
            <Payouts id={id} />
          </PanelWithData>
          <PanelWithData title="Что видит человек">
            <OwnView id={id} />
          </PanelWithData>
          <PanelWithData title="Что происходило">
            <AuditList query={{ subject: id }} />
          </PanelWithData>
        </div>
      </div>
    </OperatorPage>
  )
}

export { PersonPage as Component }

function Person({ id }: { id: string }) {
  const { data } = useSuspenseQuery(apiQuery(showUserForSupport, { params: { id } }))
  const { user, sessions, locked_sessions, sign_in_wait } = data
  const { name, phone_masked, created_at, last_seen_at, blocked_at, rights } = user
  return (
    <>
      <h2>
        <NoBreak>{name}</NoBreak>
      </h2>
      {blocked_at && <Notice tone="error">{`Доступ закрыт ${formatZonedMoment(blocked_at)}`}</Notice>}
      <Facts>
        <Fact name="Телефон">{phone_masked}</Fact>
        <Fact name="Регистрация">{formatZonedMoment(created_at)}</Fact>
        <Fact name="Последний раз в портале">{last_seen_at ? formatZonedMoment(last_seen_at) : 'сеансов нет'}</Fact>
        <Fact name="Сеансы">{sessionsText(sessions, locked_sessions)}</Fact>
        {sign_in_wait > 0 && (
          <Fact name="Вход с нового устройства">{`через ${plural(Math.ceil(sign_in_wait / 60), 'минуту', 'минуты', 'минут')}`}</Fact>
        )}
        {rights.length > 0 && <Fact name="Права">{rights.map((right) => `право ${rightName(right)}`).join(', ')}</Fact>}
      </Facts>
      <PersonActions user={user} />
    </>
  )
}

/** «3, из них под код-паролем 1» */
function sessionsText(all: number, locked: number): string {
  return locked > 0 ? `${all}, из них под код-паролем ${locked}` : String(all)
}

function Payouts({ id }: { id: string }) {
  const { data } = useSuspenseQuery(apiQuery(listPayoutRecords, { query: { user: id, limit: 20 } }))
  if (data.items.length === 0) return <EmptyState icon="withdraw" title="Выводов ещё не было" />
  return <PayoutList payouts={data.items} />
}
