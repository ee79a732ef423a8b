import type { Employee } from '@portal/contracts/employee'
import { formatRubles } from '@portal/contracts/money-text'
import type { MoneyOrder } from '@portal/contracts/new-payout'
import { Amount } from '@portal/shared/ui/amount'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Fact, Facts } from '../../money-order/facts.tsx'
import type { MoneyOrderFlow } from '../../money-order/money-order.ts'
import { MoneyOrderSheet } from '../../money-order/money-order-sheet.tsx'
import { MoneyRoute } from '../../money-order/money-route.tsx'
import type { PayoutWay } from '../../money-order/payout-way.ts'
import { payoutQuote } from './payout-amount.ts'
import { FeeFacts } from './payout-facts.tsx'

type ConfirmPayoutProps = { employee: Employee; flow: MoneyOrderFlow; ways: readonly PayoutWay[] }

/** Summarizes before the confirmation what goes where, from which restaurant. */
export function ConfirmPayout({ employee, flow, ways }: ConfirmPayoutProps) {
  const chosenWay = (order: MoneyOrder) =>
    ways.find(({ method }) => order.kind === 'payout' && order.binding_id === method.id)
  return (
    <MoneyOrderSheet
      flow={flow}
      title="Подтвердите вывод"
      summary={(order) => <PayoutSummary order={order} from={employee.restaurant.name} way={chosenWay(order)} />}
      brief={(order) => (
        <>
          <span translate="no">{`${formatRubles(order.amount)}: `}</span>
          <MoneyRoute from={employee.restaurant.name} to={chosenWay(order)?.title} />
        </>
      )}
      submitLabel={(order) => `Вывести ${formatRubles(order.amount)}`}
    />
  )
}

type PayoutSummaryProps = { order: MoneyOrder; from: string; way: PayoutWay | undefined }

function PayoutSummary({ order, from, way }: PayoutSummaryProps) {
  const quote = way?.terms && payoutQuote(order.amount, way.terms)
  return (
    <Facts>
      <Fact name="Откуда">{from}</Fact>
      <Fact name="Куда">{way && <NoBreak>{way.title}</NoBreak>}</Fact>
      {way?.terms && <Fact name="Срок">{way.terms.eta_text}</Fact>}
      <Fact name="Сумма">
        <Amount rubles={order.amount} always />
      </Fact>
      {quote && (
        <>
          <FeeFacts fees={quote} always />
          <Fact name="К зачислению" isStrong>
            <Amount rubles={quote.net} always />
          </Fact>
        </>
      )}
    </Facts>
  )
}
