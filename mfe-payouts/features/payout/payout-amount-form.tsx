import { WholeRubles } from '@portal/contracts/money'
import type { PayoutTerms } from '@portal/contracts/payout-method'
import { Form, useZodForm } from '@portal/shared/forms/form'
import { MoneyField } from '@portal/shared/forms/money-field'
import { useHiddenAmounts } from '@portal/shared/ui/amount'
import * as z from '@portal/shared/zod'
import { useEffect, useEffectEvent } from 'react'
import { OrderSubmit } from '../../money-order/order-submit.tsx'
import { QuickAmounts } from '../../money-order/quick-amounts.tsx'
import { everything, payoutProblem, remainderNote } from './payout-amount.ts'
import styles from './payout-form.module.css'
import { PayoutQuote } from './payout-quote.tsx'

const PayoutAmount = z.object({ amount: WholeRubles })

type PayoutAmountFormProps = {
  terms: PayoutTerms
  /** Rubles. */
  balance: number
  initialAmount: number | null
  onChange: (amount: number | null) => void
  onSubmit: (amount: number) => void
}

/** The amount, typed or chosen by a chip, with its cost and its error. */
export function PayoutAmountForm({ terms, balance, initialAmount, onChange, onSubmit }: PayoutAmountFormProps) {
  const form = useZodForm(PayoutAmount, { defaultValues: { amount: initialAmount } })
  const amount = form.watch('amount') ?? null
  const onAmount = useEffectEvent(onChange)
  useEffect(() => onAmount(amount), [amount])

  const hidden = useHiddenAmounts()
  const problem = payoutProblem(amount, { terms, balance }, hidden)

  return (
    <Form form={form} onSubmit={({ amount }) => onSubmit(amount)}>
      <div className={styles.form}>
        <MoneyField name="amount" label="Сумма" error={problem?.error} />
        <QuickAmounts
          value={amount}
          onChange={(chosen) => form.setValue('amount', chosen)}
          all={{ rubles: everything({ terms, balance }), label: 'Вывести всё' }}
          note={remainderNote(amount, { terms, balance }, hidden)}
        />
        {/* An amount that cannot be withdrawn costs nothing. */}
        <PayoutQuote amount={problem === null ? amount : null} terms={terms} />
        <OrderSubmit problem={problem}>Вывести</OrderSubmit>
      </div>
    </Form>
  )
}
