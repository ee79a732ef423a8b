import { decideAboutPayout, NewPayoutDecision, type PayoutRecord } from '@portal/contracts/admin/payout'
import { useField } from '@portal/shared/forms/field'
import { RadioField } from '@portal/shared/forms/radio-field'
import { TextField } from '@portal/shared/forms/text-field'
import { now } from '@portal/shared/http/clock'
import { required } from '@portal/shared/rules/values'
import { Sheet } from '@portal/shared/ui/sheet'
import * as z from '@portal/shared/zod'
import { ChangeForm, ReasonField, requiredReason } from '../../change/change-form.tsx'
import { useChange } from '../../change/use-change.ts'
import { nameAndAmount, outcomeTexts, payoutReads, waitingText } from '../../payouts/payout-texts.ts'
import type { OpenSheet } from '../../use-sheet.ts'

const Values = z.object({
  outcome: z.string().check(required('Выберите, что решил банк')),
  rrn: z.string().check(
    z.trim(),
    z.refine(
      (rrn) => NewPayoutDecision.shape.rrn.safeParse(rrn || undefined).success,
      'От 6 до 64 латинских букв, цифр и дефисов, не номер карты',
    ),
  ),
  reason: requiredReason,
})

const outcomes = [
  { value: 'paid', title: outcomeTexts.paid, note: 'Вывод станет выплаченным' },
  { value: 'returned', title: 'Банк не отправил деньги', note: 'Они вернутся на баланс' },
]

type DecideSheetProps = OpenSheet<null> & { payout: PayoutRecord }

/** The decision of operators about a withdrawal that its bank does not decide. */
export function DecideSheet({ payout, attempt, open, close }: DecideSheetProps) {
  const sendSigned = useChange()

  async function decide({ outcome, rrn, reason }: z.output<typeof Values>) {
    const body = { outcome: outcome as 'paid' | 'returned', reason, ...(outcome === 'paid' && rrn && { rrn }) }
    const change = { params: { id: payout.id }, body }
    const made = await sendSigned(decideAboutPayout, change, {
      affects: payoutReads,
      done: ({ payout: { decision } }) => {
        if (decision?.state === 'done') return 'Решение записано'
        return decision?.state === 'open' ? `Предложено. ${waitingText(decision, now())}` : 'Решил сам банк'
      },
    })
    if (made) close()
  }

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Решить о выводе"
      description={nameAndAmount(payout)}
    >
      <ChangeForm
        key={attempt}
        schema={Values}
        defaultValues={{ outcome: '', rrn: '', reason: '' }}
        facts={[
          'Сначала портал ещё раз спросит банк. Если банк решил, запишется его решение.',
          'Записанное решение не отменить.',
        ]}
        submit={`Решить: ${nameAndAmount(payout)}`}
        onSubmit={decide}
      >
        <RadioField name="outcome" label="Что письменно ответил банк" options={outcomes} />
        <OperationNumberField />
        <ReasonField />
      </ChangeForm>
    </Sheet>
  )
}

/** Only a payment that was made has a number. */
function OperationNumberField() {
  const { value } = useField<string>({ name: 'outcome', label: '' })
  if (value !== 'paid') return null
  return <TextField name="rrn" label="Номер операции в банке получателя (необязательно)" autoComplete="off" />
}
