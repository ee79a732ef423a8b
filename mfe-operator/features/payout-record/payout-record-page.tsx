import { listPayoutCalls, type PayoutRecord, showPayoutRecord } from '@portal/contracts/admin/payout'
import { now } from '@portal/shared/http/clock'
import { apiQuery } from '@portal/shared/http/query'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { useSuspenseQuery } from '@portal/shared/query'
import { Link, useParams } from '@portal/shared/router'
import { Amount } from '@portal/shared/ui/amount'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { List, ListRow } from '@portal/shared/ui/list'
import { Notice } from '@portal/shared/ui/notice'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { OperatorPage } from '../../access/operator-page.tsx'
import { formatZonedMoment, operatorUserId } from '../../names.ts'
import styles from '../../operator.module.css'
import { PanelWithData } from '../../panel-with-data.tsx'
import {
  outcomeTexts,
  payoutStatus,
  providerName,
  reasonText,
  responseTexts,
  waitingText,
} from '../../payouts/payout-texts.ts'
import { PayoutActions } from './payout-actions.tsx'

function PayoutRecordPage() {
  const { id = '' } = useParams()
  return (
    <OperatorPage>
      <div className={styles.columns}>
        <PanelWithData title="Вывод или перевод">
          <Payout id={id} />
        </PanelWithData>
        <PanelWithData title="Запросы в банк">
          <Calls id={id} />
        </PanelWithData>
      </div>
    </OperatorPage>
  )
}

export { PayoutRecordPage as Component }

function Payout({ id }: { id: string }) {
  const { data: payout } = useSuspenseQuery(apiQuery(showPayoutRecord, { params: { id } }))
  const { decision } = payout
  return (
    <>
      {decision?.state === 'open' && (
        <Notice tone="info" title={`Предложено: ${outcomeTexts[decision.outcome].toLowerCase()}`}>
          {`${waitingText(decision, now())} Причина: ${decision.reason}`}
        </Notice>
      )}
      <PayoutFacts payout={payout} />
      <PayoutActions payout={payout} />
    </>
  )
}

function PayoutFacts({ payout }: { payout: PayoutRecord }) {
  const { text, tone } = payoutStatus(payout)
  const { bank, provider, rrn, completed_at, decision } = payout
  const reason = reasonText(payout)
  return (
    <Facts>
      <Fact name="Статус">
        <StatusBadge tone={tone}>{text}</StatusBadge>
      </Fact>
      <Fact name="Сумма">
        <Amount rubles={payout.amount} always />
      </Fact>
      <Fact name="Придёт">
        <Amount rubles={payout.net} always />
      </Fact>
      <Fact name="Чей">
        <Link className={styles.link} to={`/operator/person/${payout.user_id}`}>
          {payout.name}
        </Link>
      </Fact>
      <Fact name="Ресторан">
        <Link className={styles.link} to={`/operator/restaurants/${payout.restaurant.id}`}>
          {payout.restaurant.name}
        </Link>
      </Fact>
      <Fact name="Куда">{payout.destination}</Fact>
      <Fact name="Номер">{payout.number}</Fact>
      {bank && <Fact name="Банк">{[...new Set([bank, provider ?? bank].map(providerName))].join(', ')}</Fact>}
      {rrn && <Fact name="Номер операции в банке">{rrn}</Fact>}
      {reason && <Fact name="Причина отказа">{reason}</Fact>}
      <Fact name="Создан">{formatZonedMoment(payout.created_at)}</Fact>
      {completed_at && <Fact name="Завершён">{formatZonedMoment(completed_at)}</Fact>}
      {decision && decision.state !== 'open' && (
        <Fact name="Решение" note={decision.reason}>
          {`${outcomeTexts[decision.outcome]}: ${decisionStates[decision.state]}`}
        </Fact>
      )}
    </Facts>
  )
}

const decisionStates = { done: 'записано', retracted: 'отозвано', overtaken: 'банк решил раньше' } as const

function Calls({ id }: { id: string }) {
  const { data } = useSuspenseQuery(apiQuery(listPayoutCalls, { params: { id } }))
  if (data.items.length === 0) return <EmptyState icon="info" title="Банк ещё не спрашивали" />
  return (
    <List label="Запросы в банк">
      {data.items.map(({ at, by, call, response, detail }) => (
        <ListRow
          key={`${at} ${call}`}
          title={responseTexts[response]}
          subtitle={[
            formatZonedMoment(at),
            call && callTexts[call],
            by !== 'worker' && by !== 'bank' && (operatorUserId(by) ? 'оператор' : by),
            detail,
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </List>
  )
}

const callTexts = { send: 'отправка', status: 'запрос статуса', callback: 'банк сообщил сам' } as const
