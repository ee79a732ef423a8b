import type { Colleague } from '@portal/contracts/colleague'
import { WholeRubles } from '@portal/contracts/money'
import { MAX_COMMENT_LENGTH } from '@portal/contracts/new-payout'
import { tidyLines } from '@portal/contracts/tidy-text'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { Form, useZodForm } from '@portal/shared/forms/form'
import { MoneyField } from '@portal/shared/forms/money-field'
import { TextareaField } from '@portal/shared/forms/textarea-field'
import { length } from '@portal/shared/rules/sizes'
import { no_card_number } from '@portal/shared/rules/texts'
import { useHiddenAmounts } from '@portal/shared/ui/amount'
import * as z from '@portal/shared/zod'
import { useEffect, useEffectEvent } from 'react'
import { ColleagueLine, formatRole } from '../../colleagues/colleague-line.tsx'
import { type Available, largestAmount, limitsHint } from '../../colleagues/transfer-sum.ts'
import { QuickAmounts } from '../../money-order/order-amount.tsx'
import orderForm from '../../money-order/order-form.module.css'
import { OrderSubmit } from '../../money-order/order-submit.tsx'
import { type TransferDraft, transferProblem } from './transfer-draft.ts'

const Transfer = z.object({
  to: z.string(),
  amount: WholeRubles,
  comment: z.string().check(z.overwrite(tidyLines), length(0, MAX_COMMENT_LENGTH), no_card_number()),
})

type TransferFieldsProps = {
  colleagues: readonly Colleague[]
  available: Available
  initial: TransferDraft
  onChange: (draft: TransferDraft) => void
  onSubmit: (transfer: z.infer<typeof Transfer>) => void
}

export function TransferFields({ colleagues, available, initial, onChange, onSubmit }: TransferFieldsProps) {
  const form = useZodForm(Transfer, {
    defaultValues: { to: initial.toId ?? null, amount: initial.amount, comment: initial.comment },
  })
  const [chosenId, amount, comment] = form.watch(['to', 'amount', 'comment'])
  // The chosen colleague may have left since.
  const to = colleagues.find(({ id }) => id === chosenId)?.id ?? null
  const areAmountsHidden = useHiddenAmounts()
  const problem = transferProblem({ to, amount: amount ?? null, comment }, available, areAmountsHidden)
  const onDraft = useEffectEvent(onChange)
  useEffect(() => onDraft({ ...(to && { toId: to }), amount: amount ?? null, comment }), [to, amount, comment])

  return (
    <Form form={form} onSubmit={onSubmit}>
      <div className={orderForm.form}>
        <DropdownField
          name="to"
          label="Кому"
          search
          placeholder="Выберите сотрудника"
          options={colleagues.map((colleague) => ({
            value: colleague.id,
            label: colleague.name,
            keywords: `${formatRole(colleague)} ${colleague.phone_last2}`,
            content: <ColleagueLine colleague={colleague} />,
          }))}
        />
        <MoneyField
          name="amount"
          label="Сумма"
          hint={limitsHint(available.limits, areAmountsHidden)}
          error={problem?.error}
        />
        <QuickAmounts
          value={amount ?? null}
          onChange={(chosen) => form.setValue('amount', chosen)}
          all={largestAmount(available)}
          min={1}
        />
        <TextareaField name="comment" label="Комментарий" limit={MAX_COMMENT_LENGTH} />
        <OrderSubmit problem={problem}>Перевести</OrderSubmit>
      </div>
    </Form>
  )
}
