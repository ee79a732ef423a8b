import { getOverview, type PortalCheck } from '@portal/contracts/admin/overview'
import { listPayoutRecords } from '@portal/contracts/admin/payout'
import { listReconciliationLines } from '@portal/contracts/admin/reconciliation'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQueries } from '@portal/shared/query'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { List, ListRow } from '@portal/shared/ui/list'
import { Notice } from '@portal/shared/ui/notice'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { isHeld, providerName } from '../../payouts/payout-texts.ts'
import { refreshed } from '../../proposals/proposals.tsx'

/** What waits for an operator, and what alerts. */
export function Attention() {
  const reads = useSuspenseQueries({
    queries: [
      { ...apiQuery(listPayoutRecords, { query: { stuck: 'yes' } }), ...refreshed },
      { ...apiQuery(listPayoutRecords, { query: { status: 'pending', limit: 1_000 } }), ...refreshed },
      { ...apiQuery(listPayoutRecords, { query: { proposed: 'yes' } }), ...refreshed },
      { ...apiQuery(listReconciliationLines, { query: {} }), ...refreshed },
      { ...apiQuery(getOverview, {}), ...refreshed },
    ],
  })
  const [stuck, pending, proposed, lines, overview] = reads
  const isStale = reads.some(({ isRefetchError }) => isRefetchError)
  const counts = [
    { title: 'Банк молчит о выводах', count: stuck.data.items.length, to: '/operator/payouts' },
    { title: 'Придержаны', count: pending.data.items.filter(isHeld).length, to: '/operator/payouts?view=held' },
    { title: 'Решения не записаны', count: proposed.data.items.length, to: '/operator/payouts?view=proposed' },
    { title: 'Различия с банком', count: lines.data.items.length, to: '/operator/ledger' },
  ].filter(({ count }) => count > 0)
  const alerts = overview.data.checks.filter(({ alert, is_alerting }) => is_alerting && !countedAlerts.includes(alert))
  const isChecked = overview.data.checks.every(({ alert, value }) => alert !== 'LedgerNotChecked' || value !== null)
  const isCalm = counts.length + alerts.length === 0
  if (isCalm && isChecked && !isStale)
    return <EmptyState icon="check" title="Всё спокойно" text="Ни один вывод и ни одно различие не ждут вас." />
  return (
    <>
      {isStale && <Notice tone="info">Не удалось обновить. Показано то, что было раньше.</Notice>}
      {!isChecked && (
        <Notice tone="info">
          Сходятся ли деньги, портал после запуска ещё не проверил. Если так останется час, сообщите разработчикам.
        </Notice>
      )}
      {!isCalm && (
        <List label="Требует внимания">
          {alerts.map((check) => (
            <AlertRow key={`${check.alert} ${labelsText(check)}`} check={check} />
          ))}
          {counts.map(({ title, count, to }) => (
            <ListRow key={to} title={title} trailing={<StatusBadge tone="negative">{count}</StatusBadge>} to={to} />
          ))}
        </List>
      )}
    </>
  )
}

function AlertRow({ check }: { check: PortalCheck }) {
  const { title, advice, to } = alertTexts[check.alert] ?? {
    title: 'Тревога портала',
    advice: `Сообщите разработчикам: ${check.alert}`,
  }
  return (
    <ListRow
      title={title}
      subtitle={[advice, labelsText(check)].filter(Boolean).join(' · ')}
      trailing={<StatusBadge tone="negative">Тревога</StatusBadge>}
      to={to}
    />
  )
}

function labelsText({ labels }: PortalCheck): string {
  return Object.values(labels).map(providerName).join(', ')
}

/** The lists above count what these alert about. */
const countedAlerts = [
  'PayoutUnfinishedForTenMinutes',
  'PayoutsInReview',
  'PayoutDecisionWaits',
  'OperatorProposalWaits',
  'ProviderPaidOtherwise',
]

type AlertText = { title: string; advice: string; to?: string }

const toDevelopers = 'Сразу к разработчикам'
const ledger = '/operator/ledger?view=ledger'

const alertTexts: Record<string, AlertText> = {
  LedgerDoesNotAddUp: { title: 'Деньги не сходятся', advice: toDevelopers, to: ledger },
  LedgerDrifts: { title: 'Деньги не сходятся', advice: toDevelopers, to: ledger },
  LedgerNotChecked: { title: 'Деньги давно не проверялись', advice: 'К разработчикам', to: ledger },
  LedgerDriftNotChecked: { title: 'Деньги давно не проверялись', advice: 'К разработчикам', to: ledger },
  PayoutsWait: { title: 'Выводы никто не берёт в работу', advice: toDevelopers, to: '/operator/payouts' },
  ProviderNotReconciled: { title: 'День не сверен с провайдером', advice: 'Сверьте его', to: '/operator/ledger' },
  SecurityNoticesWait: { title: 'СМС о безопасности не уходят', advice: 'К разработчикам' },
}
