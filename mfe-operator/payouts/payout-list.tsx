import type { PayoutRecord } from '@portal/contracts/admin/payout'
import { Amount } from '@portal/shared/ui/amount'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { formatZonedMoment } from '../names.ts'
import { ageText, outcomeTexts, payoutStatus, responseTexts } from './payout-texts.ts'

/** Withdrawals and transfers. Each has its owner, its amount and what the bank has said. */
export function PayoutList({ payouts }: { payouts: readonly PayoutRecord[] }) {
  return (
    <List label="Выводы и переводы">
      {payouts.map((payout) => (
        <PayoutRow key={payout.id} payout={payout} />
      ))}
    </List>
  )
}

function PayoutRow({ payout }: { payout: PayoutRecord }) {
  const { text, tone } = payoutStatus(payout)
  return (
    <ListRow
      title={<NoBreak>{payout.name}</NoBreak>}
      subtitle={details(payout)}
      trailing={
        <>
          <Amount rubles={payout.amount} always />
          <StatusBadge tone={tone}>{text}</StatusBadge>
        </>
      }
      to={`/operator/payouts/${payout.id}`}
    />
  )
}

function details({ restaurant, created_at, completed_at, age_seconds, last_response, decision }: PayoutRecord): string {
  const parts = [
    restaurant.name,
    completed_at ? formatZonedMoment(created_at) : `ждёт ${ageText(age_seconds)}`,
    !completed_at && last_response && responseTexts[last_response].toLowerCase(),
    decision?.state === 'open' && `предложено: ${outcomeTexts[decision.outcome].toLowerCase()}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
