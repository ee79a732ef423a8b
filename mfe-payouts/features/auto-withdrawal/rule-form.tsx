import type { AutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { hourText } from '@portal/contracts/date-text'
import type { Employee } from '@portal/contracts/employee'
import type { OrderLimits } from '@portal/contracts/limits'
import { formatRubles } from '@portal/contracts/money-text'
import type { PayoutMethod, PayoutTerms } from '@portal/contracts/payout-method'
import { feeText } from '@portal/shared/format/fee-text'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { MoneyField } from '@portal/shared/forms/money-field'
import { Button } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { Segmented } from '@portal/shared/ui/segmented'
import { useState } from 'react'
import { methodTitle } from '../../money-order/payout-way.ts'
import styles from './auto-withdrawal.module.css'
import { ConfirmRule } from './confirm-rule.tsx'
import { initialValues, type RuleTerms, ruleSchema, type ScheduleKind, toTerms } from './rule-draft.ts'

const kinds = [
  { value: 'daily', label: 'Каждый день' },
  { value: 'threshold', label: 'По сумме' },
] as const

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))

type RuleFormProps = {
  employee: Employee
  /** Fills the form, even if the rule has stopped. */
  rule: AutoWithdrawal | null
  methods: readonly PayoutMethod[]
  allTerms: readonly PayoutTerms[]
  limits: OrderLimits
  onDone: () => void
  onCancel: (() => void) | undefined
}

/** Asks when, where to and how much. The sheet then confirms it. */
export function RuleForm({ employee, rule, methods, allTerms, limits, onDone, onCancel }: RuleFormProps) {
  const open = methods.filter(({ status }) => status === 'active')
  const [kind, setKind] = useState<ScheduleKind>(rule?.schedule.kind ?? 'daily')
  const form = useZodForm(ruleSchema(kind, limits), { defaultValues: initialValues(rule, open, limits) })
  const [filled, setFilled] = useState<RuleTerms | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const method = open.find(({ id }) => id === form.watch('binding_id'))
  const terms = allTerms.find(({ type }) => type === method?.type)

  return (
    <Panel>
      <Form
        form={form}
        onSubmit={(values) => {
          setFilled(toTerms(kind, values))
          setConfirming(true)
        }}
      >
        <div className={styles.form}>
          <p>Чаевые будут уходить сами: заявку и код каждый раз вводить не нужно. Выключить можно в любой момент.</p>
          <Segmented label="Когда выводить" value={kind} onChange={setKind} options={kinds} />
          {kind === 'daily' ? (
            <DropdownField name="hour" label="Время" hint="По времени ресторана" options={hours} />
          ) : (
            <MoneyField name="amount" label="Как только на балансе" hint={`От ${formatRubles(limits.min)}`} />
          )}
          <DropdownField
            name="binding_id"
            label="Куда"
            options={open.map((each) => ({ value: each.id, label: methodTitle(each) }))}
          />
          <MoneyField name="day_limit" label="Не больше в день" hint={`До ${formatRubles(limits.day.limit)}`} />
          <RuleNotes fee={terms?.fee} limits={limits} isForTeam={employee.default} />
          <SubmitButton>{rule?.stopped ? 'Включить снова' : onCancel ? 'Сохранить' : 'Включить'}</SubmitButton>
          {onCancel && (
            <Button full variant="ghost" onClick={onCancel}>
              Не менять
            </Button>
          )}
        </div>
      </Form>
      {filled && terms && (
        <ConfirmRule
          restId={employee.restaurant.id}
          terms={filled}
          title={method ? methodTitle(method) : ''}
          fee={terms.fee}
          open={isConfirming}
          onClose={() => setConfirming(false)}
          onDone={onDone}
        />
      )}
    </Panel>
  )
}

type RuleNotesProps = { fee: PayoutTerms['fee'] | undefined; limits: OrderLimits; isForTeam: boolean }

function RuleNotes({ fee, limits, isForTeam }: RuleNotesProps) {
  return (
    <ul className={styles.notes}>
      {fee && <li>{`${feeText(fee)} с каждого вывода.`}</li>}
      <li>
        {`Выводим целыми рублями, за раз\u00A0— до ${formatRubles(limits.max)}. Если на балансе меньше ${formatRubles(limits.min)}, подождём.`}
      </li>
      <li>Если банк откажет, остановимся и сообщим вам.</li>
      {isForTeam && <li>У вас чаевые всей команды: автовывод не ждёт, пока вы их разделите.</li>}
    </ul>
  )
}
