import type { Colleague } from '@portal/contracts/colleague'
import { WholeRubles } from '@portal/contracts/money'
import { MAX_COMMENT_LENGTH } from '@portal/contracts/new-payout'
import { tidyLines } from '@portal/contracts/tidy-text'
import type { Elements } from '@portal/shared/elements'
import { Form, useZodForm } from '@portal/shared/forms/form'
import { MoneyField } from '@portal/shared/forms/money-field'
import { TextareaField } from '@portal/shared/forms/textarea-field'
import { length } from '@portal/shared/rules/sizes'
import { no_card_number } from '@portal/shared/rules/texts'
import { useHiddenAmounts } from '@portal/shared/ui/amount'
import { Segmented } from '@portal/shared/ui/segmented'
import * as z from '@portal/shared/zod'
import { useEffect, useEffectEvent } from 'react'
import { type Available, largestAmount, limitsHint } from '../../colleagues/transfer-sum.ts'
import { QuickAmounts } from '../../money-order/order-amount.tsx'
import orderForm from '../../money-order/order-form.module.css'
import { OrderSubmit } from '../../money-order/order-submit.tsx'
import type { Part } from './parts.ts'
import styles from './sharing.module.css'
import { type SharingDraft, weightText } from './sharing-draft.ts'
import { remainingPercent, sharingProblem } from './sharing-problem.ts'
import { TeamPicker } from './team-picker.tsx'

const Sum = z.object({
  amount: WholeRubles,
  comment: z.string().check(z.overwrite(tidyLines), length(0, MAX_COMMENT_LENGTH), no_card_number()),
})

const ways = [
  { value: 'equal', label: 'Поровну' },
  { value: 'hours', label: 'Часы' },
  { value: 'percent', label: 'Проценты' },
] as const

type SharingFieldsProps = {
  colleagues: readonly Colleague[]
  available: Available
  initialAmount: number | null
  draft: SharingDraft
  parts: readonly Part[]
  onChange: (changed: Partial<SharingDraft>) => void
  onSubmit: (sum: z.infer<typeof Sum>) => void
  /** Stands below the team. */
  children: Elements
}

export function SharingFields(props: SharingFieldsProps) {
  const { colleagues, available, initialAmount, draft, parts, onChange, onSubmit, children } = props
  const form = useZodForm(Sum, { defaultValues: { amount: initialAmount, comment: draft.comment } })
  const [amount = null, comment] = form.watch(['amount', 'comment'])
  const areAmountsHidden = useHiddenAmounts()
  const { way } = draft
  const problem = sharingProblem({ amount, way, comment }, parts, available, areAmountsHidden)
  const onSum = useEffectEvent(onChange)
  useEffect(() => onSum({ amount, comment }), [amount, comment])

  return (
    <Form form={form} onSubmit={onSubmit}>
      <div className={orderForm.form}>
        <MoneyField
          name="amount"
          label="Сумма"
          hint={limitsHint(available.limits, areAmountsHidden)}
          error={problem?.error}
        />
        <QuickAmounts
          value={amount}
          onChange={(chosen) => form.setValue('amount', chosen)}
          all={largestAmount(available)}
          min={1}
        />
        <Segmented label="Как разделить" value={way} onChange={(next) => onChange({ way: next })} options={ways} />
        <TeamPicker
          colleagues={colleagues}
          way={way}
          members={draft.members}
          parts={parts}
          onChange={(members) => onChange({ members })}
        />
        {children}
        <div className={styles.notes}>
          <p role="status">{percentText(remainingPercent(way, parts))}</p>
          <p className={styles.rule}>Делим до копейки. Каждому&nbsp;— от 1&nbsp;₽.</p>
        </div>
        <TextareaField name="comment" label="Комментарий" limit={MAX_COMMENT_LENGTH} />
        <OrderSubmit problem={problem}>Разделить</OrderSubmit>
      </div>
    </Form>
  )
}

function percentText(left: number | null): string | null {
  if (left === null) return null
  if (left === 0) return 'Разделено 100\u00A0%'
  return left > 0 ? `Осталось ${weightText(left)}\u00A0%` : `Лишнее: ${weightText(-left)}\u00A0%`
}
