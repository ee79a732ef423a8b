import type { Colleague } from '@portal/contracts/colleague'
import { formatRubles } from '@portal/contracts/money-text'
import type { MoneyOrder } from '@portal/contracts/new-payout'
import { recipientsText } from '@portal/contracts/shares'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { Amount } from '@portal/shared/ui/amount'
import { colleagueTitle } from '../../colleagues/colleague-line.tsx'
import type { MoneyOrderFlow } from '../../money-order/money-order.ts'
import { MoneyOrderSheet } from '../../money-order/money-order-sheet.tsx'
import { MoneyRoute } from '../../money-order/money-route.tsx'
import { ShareList } from './share-list.tsx'

type ConfirmSharingProps = { from: string; flow: MoneyOrderFlow; colleagues: readonly Colleague[] }

/** Summarizes before the confirmation who gets what, from which restaurant. */
export function ConfirmSharing({ from, flow, colleagues }: ConfirmSharingProps) {
  const orderShares = (order: MoneyOrder) => (order.kind === 'sharing' ? order.shares : [])
  const titled = (order: MoneyOrder) =>
    orderShares(order).map((share) => {
      const colleague = colleagues.find(({ id }) => id === share.recipient_employee_id)
      // Missing only if the colleague has left meanwhile, in which case the server rejects the order.
      return { ...share, title: colleague ? colleagueTitle(colleague) : '' }
    })
  return (
    <MoneyOrderSheet
      flow={flow}
      title="Подтвердите перевод"
      summary={(order) => (
        <>
          <ShareList shares={titled(order)} always />
          <Facts>
            <Fact name="Откуда">{from}</Fact>
            <Fact name="Кому">{recipientsText(orderShares(order).length)}</Fact>
            {order.comment && <Fact name="Комментарий">{order.comment}</Fact>}
            <Fact name="Сумма" isStrong>
              <Amount rubles={order.amount} always />
            </Fact>
          </Facts>
        </>
      )}
      brief={(order) => (
        <>
          <span translate="no">{`${formatRubles(order.amount)}: `}</span>
          <MoneyRoute from={from} to={recipientsText(orderShares(order).length)} />
        </>
      )}
      submitLabel={(order) => `Разделить ${formatRubles(order.amount)}`}
    />
  )
}
