import { formatRubles } from '@portal/contracts/money-text'
import type { MoneyOrder } from '@portal/contracts/new-payout'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { FeeFacts } from '@portal/shared/order-details/payout-facts'
import { freeWay, type PayoutWay } from '@portal/shared/order-details/payout-way'
import { Amount, useHiddenAmounts } from '@portal/shared/ui/amount'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import type { MoneyOrderFlow } from '../../money-order/money-order.ts'
import { focusSheet, MoneyOrderSheet } from '../../money-order/money-order-sheet.tsx'
import { MoneyRoute } from '../../money-order/money-route.tsx'
import { amountForWay, canWithdraw, payoutQuote, remainderNote } from './payout-amount.ts'
import styles from './payout-page.module.css'
import { freeWayText } from './way-field.tsx'

type ConfirmPayoutProps = {
  /** The restaurant. */
  from: string
  flow: MoneyOrderFlow
  ways: readonly PayoutWay[]
  /** Rubles. */
  balance: number
  onChangeWay: (amount: number, to: PayoutWay) => void
}

/** Summarizes before the confirmation what goes where, from which restaurant. */
export function ConfirmPayout({ from, flow, ways, balance, onChangeWay }: ConfirmPayoutProps) {
  const { state } = flow
  // An order that was confirmed once, or is being sent, keeps its way.
  const canChangeWay = state.step === 'editing' || (state.step === 'confirming' && !state.again)
  const chosenWay = (order: MoneyOrder) =>
    ways.find(({ method }) => order.kind === 'payout' && order.binding_id === method.id)

  function freeOffer(order: MoneyOrder): FreeOffer | undefined {
    const chosen = chosenWay(order)
    const way = canChangeWay ? freeWay(ways, chosen) : undefined
    if (!chosen?.terms || !way?.terms) return undefined
    const limits = { terms: way.terms, balance }
    const amount = amountForWay(order.amount, { terms: chosen.terms, balance }, limits)
    return canWithdraw(amount, limits) ? { way, amount } : undefined
  }

  return (
    <MoneyOrderSheet
      flow={flow}
      title="Подтвердите вывод"
      summary={(order) => (
        <PayoutSummary
          order={order}
          from={from}
          way={chosenWay(order)}
          free={freeOffer(order)}
          balance={balance}
          onChangeWay={onChangeWay}
        />
      )}
      brief={(order) => <Brief order={order} from={from} way={chosenWay(order)} />}
      submitLabel={(order) => `Вывести ${formatRubles(order.amount)}`}
    />
  )
}

/** Another way, without a fee, and the amount of the order by that way. */
type FreeOffer = { way: PayoutWay; amount: number }

type SummaryProps = { order: MoneyOrder; from: string; way: PayoutWay | undefined }

/** «Придёт 4 925 ₽: Берёзка → Мир •• 4321». */
function Brief({ order: { amount }, from, way }: SummaryProps) {
  return (
    <>
      {way?.terms && <span translate="no">{`Придёт ${formatRubles(payoutQuote(amount, way.terms).net)}: `}</span>}
      <MoneyRoute from={from} to={way?.title} />
    </>
  )
}

type PayoutSummaryProps = SummaryProps &
  Pick<ConfirmPayoutProps, 'balance' | 'onChangeWay'> & { free: FreeOffer | undefined }

function PayoutSummary({ order: { amount }, from, way, free, balance, onChangeWay }: PayoutSummaryProps) {
  const areAmountsHidden = useHiddenAmounts()
  const quote = way?.terms && payoutQuote(amount, way.terms)
  const remainder = way?.terms && remainderNote(amount, { terms: way.terms, balance }, areAmountsHidden)
  return (
    <>
      <Facts>
        <Fact name="Откуда">{from}</Fact>
        <Fact name="Куда">{way && <NoBreak>{way.title}</NoBreak>}</Fact>
        {way?.terms && <Fact name="Срок">{way.terms.eta_text}</Fact>}
        <Fact name="Сумма">
          <Amount rubles={amount} always />
        </Fact>
        {quote && (
          <>
            <FeeFacts fees={quote} always />
            <Fact name="Придёт" isStrong>
              <Amount rubles={quote.net} always />
            </Fact>
          </>
        )}
      </Facts>
      {remainder && <p className={styles.note}>{remainder}</p>}
      {free && (
        <Button
          full
          variant="secondary"
          onClick={({ currentTarget: button }) => {
            focusSheet(button)
            onChangeWay(free.amount, free.way)
          }}
        >
          {freeWayText(free.way)}
        </Button>
      )}
    </>
  )
}
