import { WholeRubles } from '@portal/contracts/money'
import { formatRubles } from '@portal/contracts/money-text'
import type { PayoutTerms } from '@portal/contracts/payout-method'
import { Form, useZodForm } from '@portal/shared/forms/form'
import { MoneyField } from '@portal/shared/forms/money-field'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { FeeFacts } from '@portal/shared/order-details/payout-facts'
import { Amount, useHiddenAmounts } from '@portal/shared/ui/amount'
import * as z from '@portal/shared/zod'
import { useEffect, useEffectEvent, useRef } from 'react'
import { QuickAmounts } from '../../money-order/order-amount.tsx'
import orderForm from '../../money-order/order-form.module.css'
import { OrderSubmit } from '../../money-order/order-submit.tsx'
import { amountForWay, largestAmount, payoutProblem, payoutQuote, remainderNote } from './payout-amount.ts'
import styles from './payout-page.module.css'

const PayoutAmount = z.object({ amount: WholeRubles })

type PayoutAmountFormProps = {
  methodId: string
  terms: PayoutTerms
  /** Rubles. */
  balance: number
  initialAmount: number | null
  /** The step after the button. */
  next: string
  onChange: (amount: number | null) => void
  onSubmit: (amount: number) => void
}

/** The amount, typed or chosen by a chip, with its cost and its error. */
export function PayoutAmountForm(props: PayoutAmountFormProps) {
  const { methodId, terms, balance, initialAmount, next, onChange, onSubmit } = props
  const form = useZodForm(PayoutAmount, { defaultValues: { amount: initialAmount } })
  const amount = form.watch('amount') ?? null
  const onAmount = useEffectEvent(onChange)
  useEffect(() => onAmount(amount), [amount])

  const limits = { terms, balance }
  const shown = useRef({ methodId, limits })
  // After a change of the way, «Всё» becomes the «Всё» of the new way. Another amount stays.
  useEffect(() => {
    const { current: before } = shown
    shown.current = { methodId, limits }
    if (amount === null || methodId === before.methodId) return
    form.setValue('amount', amountForWay(amount, before.limits, limits))
  })

  const areAmountsHidden = useHiddenAmounts()
  const problem = payoutProblem(amount, limits, areAmountsHidden)

  return (
    <Form form={form} onSubmit={({ amount }) => onSubmit(amount)}>
      <div className={`${orderForm.form} ${styles.largeSum}`}>
        <MoneyField name="amount" label="Сумма" error={problem?.error} />
        <QuickAmounts
          value={amount}
          onChange={(chosen) => form.setValue('amount', chosen)}
          all={largestAmount(limits)}
          min={terms.min}
          note={remainderNote(amount, limits, areAmountsHidden)}
        />
        {/* An amount that cannot be withdrawn costs nothing. */}
        <PayoutQuote amount={problem === null ? amount : null} terms={terms} />
        <OrderSubmit problem={problem} next={<Arrives amount={amount ?? 0} terms={terms} next={next} />}>
          {problem === null && amount !== null ? `Вывести ${formatRubles(amount)}` : 'Вывести'}
        </OrderSubmit>
      </div>
    </Form>
  )
}

/** What an amount costs, and when it arrives; dashes until there is an amount, so that nothing moves. */
function PayoutQuote({ amount, terms }: { amount: number | null; terms: PayoutTerms }) {
  const quote = amount ? payoutQuote(amount, terms) : null
  const noFees = { fee: null, ...(terms.whole_fee && { restaurant_fee: null }) }
  return (
    <Facts>
      <FeeFacts fees={quote ?? noFees} always />
      <Fact name="Срок">{terms.eta_text}</Fact>
    </Facts>
  )
}

/** Beside the button, because the keyboard of a phone covers the rest. */
function Arrives({ amount, terms, next }: { amount: number; terms: PayoutTerms; next: string }) {
  return (
    <>
      <span>{'Придёт '}</span>
      <Amount rubles={payoutQuote(amount, terms).net} size="text" always />
      <span>{`, дальше\u00A0— ${next}`}</span>
    </>
  )
}
