import { WholeRubles } from '@portal/shared/contracts/money'
import type { PayoutMethod } from '@portal/shared/contracts/payout-method'
import { formatRubles } from '@portal/shared/format/money'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { MoneyField } from '@portal/shared/forms/money-field'
import { useOnline } from '@portal/shared/http/online'
import { Chips } from '@portal/shared/ui/chips'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { amountProblem, everything } from './payout-amount.ts'
import styles from './payout-form.module.css'
import { PayoutQuote } from './payout-quote.tsx'

const PayoutAmount = z.object({ amount: WholeRubles })

const quickAmounts = [500, 1000, 5000]

type PayoutAmountFormProps = {
  terms: PayoutMethod
  /** Rubles. */
  balance: number
  initialAmount: number | null
  onChange: (amount: number | null) => void
  onSubmit: (amount: number) => void
}

/** How much: typed or by a chip, with what it costs and, beside a closed button, what is wrong with it. */
export function PayoutAmountForm({ terms, balance, initialAmount, onChange, onSubmit }: PayoutAmountFormProps) {
  const online = useOnline()
  const form = useZodForm(PayoutAmount, { defaultValues: { amount: initialAmount } })
  const amount = form.watch('amount') ?? null
  const onAmount = useEffectEvent(onChange)
  useEffect(() => onAmount(amount), [amount])

  const all = everything({ terms, balance })
  const closedBecause = online ? amountProblem(amount, { terms, balance }) : 'Нет соединения с интернетом'

  return (
    <Form form={form} onSubmit={({ amount }) => onSubmit(amount)}>
      <div className={styles.form}>
        <MoneyField name="amount" label="Сумма" />
        <Chips
          label="Готовые суммы"
          wrap
          value={amount}
          onChange={(chosen) => form.setValue('amount', chosen)}
          options={[
            ...quickAmounts
              .filter((rubles) => rubles !== all)
              .map((rubles) => ({ value: rubles, label: formatRubles(rubles) })),
            { value: all, label: 'Вывести всё' },
          ]}
        />
        <PayoutQuote amount={amount} terms={terms} />
        <div className={styles.submit}>
          <SubmitButton disabled={closedBecause !== null} aria-describedby="payout-closed-because">
            Вывести
          </SubmitButton>
          <p
            id="payout-closed-because"
            className={styles.reason}
            data-wrong={(closedBecause && amount !== null) || undefined}
            role="status"
          >
            {closedBecause ?? 'Дальше — проверка и код из СМС'}
          </p>
        </div>
      </div>
    </Form>
  )
}
