import type { Employee } from '@portal/shared/contracts/employee'
import type { MoneyOrder } from '@portal/shared/contracts/payout'
import { formatRubles } from '@portal/shared/format/money'
import { Amount } from '@portal/shared/ui/amount'
import type { MoneyOrderFlow } from '../../money-order/money-order.ts'
import { MoneyOrderSheet } from '../../money-order/money-order-sheet.tsx'
import { Fact, Facts } from './facts.tsx'
import { payoutQuote } from './payout-amount.ts'
import type { PayoutWay } from './payout-way.ts'

type ConfirmPayoutProps = { employee: Employee; userId: string; flow: MoneyOrderFlow; ways: readonly PayoutWay[] }

/** The last look: what goes where, from which restaurant. */
export function ConfirmPayout({ employee, userId, flow, ways }: ConfirmPayoutProps) {
  return (
    <MoneyOrderSheet
      flow={flow}
      userId={userId}
      purpose="payout"
      title="Подтвердите вывод"
      submitLabel={({ amount }) => `Вывести ${formatRubles(amount)}`}
    >
      {(order) => <PayoutSummary order={order} employee={employee} ways={ways} />}
    </MoneyOrderSheet>
  )
}

function PayoutSummary({
  order,
  employee,
  ways,
}: Pick<ConfirmPayoutProps, 'employee' | 'ways'> & { order: MoneyOrder }) {
  const way = ways.find(({ binding }) => order.kind === 'payout' && binding.id === order.binding_id)
  const quote = way?.terms && payoutQuote(order.amount, way.terms)
  return (
    <Facts>
      <Fact name="Откуда">{employee.restaurant.name}</Fact>
      <Fact name="Куда">{way?.title}</Fact>
      <Fact name="Сумма">
        <Amount rubles={order.amount} />
      </Fact>
      {quote && (
        <>
          <Fact name="Комиссия">
            <Amount rubles={quote.fee} />
          </Fact>
          <Fact name="К зачислению" strong>
            <Amount rubles={quote.net} />
          </Fact>
        </>
      )}
    </Facts>
  )
}
