import type { Colleague } from '@portal/contracts/colleague'
import { formatRubles } from '@portal/contracts/money-text'
import type { MoneyOrder } from '@portal/contracts/new-payout'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { Amount } from '@portal/shared/ui/amount'
import { ColleagueLine, colleagueTitle } from '../../colleagues/colleague-line.tsx'
import type { MoneyOrderFlow } from '../../money-order/money-order.ts'
import { MoneyOrderSheet } from '../../money-order/money-order-sheet.tsx'
import { MoneyRoute } from '../../money-order/money-route.tsx'

type ConfirmTransferProps = { from: string; flow: MoneyOrderFlow; colleagues: readonly Colleague[] }

/** Summarizes before the confirmation what goes to whom, from which restaurant. */
export function ConfirmTransfer({ from, flow, colleagues }: ConfirmTransferProps) {
  const findRecipient = (order: MoneyOrder) =>
    colleagues.find(({ id }) => order.kind === 'transfer' && order.recipient_employee_id === id)
  const renderBrief = (order: MoneyOrder) => {
    const recipient = findRecipient(order)
    return (
      <>
        <span translate="no">{`${formatRubles(order.amount)}: `}</span>
        <MoneyRoute from={from} to={recipient && colleagueTitle(recipient)} />
      </>
    )
  }
  return (
    <MoneyOrderSheet
      flow={flow}
      title="Подтвердите перевод"
      summary={(order) => (
        <Facts>
          <Fact name="Откуда">{from}</Fact>
          <Fact name="Кому">
            <Recipient colleague={findRecipient(order)} />
          </Fact>
          {order.comment && <Fact name="Комментарий">{order.comment}</Fact>}
          <Fact name="Сумма" isStrong>
            <Amount rubles={order.amount} always />
          </Fact>
        </Facts>
      )}
      brief={renderBrief}
      submitLabel={(order) => `Перевести ${formatRubles(order.amount)}`}
    />
  )
}

/** Missing only if the recipient has left meanwhile, in which case the server rejects the order. */
function Recipient({ colleague }: { colleague: Colleague | undefined }) {
  return colleague && <ColleagueLine colleague={colleague} />
}
