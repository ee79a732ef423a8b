import type { AutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { hourText } from '@portal/contracts/date-text'
import type { Employee } from '@portal/contracts/employee'
import type { OrderLimits } from '@portal/contracts/limits'
import { formatRubles } from '@portal/contracts/money-text'
import type { Fee } from '@portal/contracts/payout-fee'
import type { PayoutMethod, PayoutTerms } from '@portal/contracts/payout-method'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { MoneyField } from '@portal/shared/forms/money-field'
import { costText, methodTitle } from '@portal/shared/order-details/payout-way'
import { Button } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { Segmented } from '@portal/shared/ui/segmented'
import { useState } from 'react'
import { WayLine } from '../../money-order/way-line.tsx'
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
  // The fee too: what is confirmed does not change under the sheet.
  const [filled, setFilled] = useState<{ terms: RuleTerms; fee: Fee } | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const method = open.find(({ id }) => id === form.watch('binding_id'))
  const findTerms = (to: PayoutMethod | undefined) => allTerms.find(({ type }) => type === to?.type)
  const terms = findTerms(method)
  const [amount, dayLimit, keep] = form.watch(['amount', 'day_limit', 'keep'])

  return (
    <Panel>
      <Form
        form={form}
        onSubmit={(values) => {
          if (!terms) return
          setFilled({ terms: toTerms(kind, values, rule), fee: terms.fee })
          setConfirming(true)
        }}
      >
        <div className={styles.form}>
          <p>Чаевые будут выводиться сами: код каждый раз вводить не нужно. Выключить можно в любой момент.</p>
          <Segmented label="Когда выводить" value={kind} onChange={setKind} options={kinds} />
          {kind === 'daily' ? (
            <DropdownField name="hour" label="Время" hint="По времени ресторана" options={hours} />
          ) : (
            <MoneyField name="amount" label="Как только на балансе" hint={`От ${formatRubles(limits.min)}`} />
          )}
          <MoneyField name="keep" label="Оставлять на балансе" hint="Выведем только то, что сверху" />
          <DropdownField name="binding_id" label="Куда" options={open.map((each) => toOption(each, findTerms(each)))} />
          <MoneyField name="day_limit" label="Не больше в день" hint={`До ${formatRubles(limits.day.limit)}`} />
          <RuleNotes
            limits={limits}
            isForTeam={employee.default}
            dayLimit={kind === 'threshold' && amount && dayLimit && amount - (keep ?? 0) > dayLimit ? dayLimit : null}
          />
          <SubmitButton>{rule?.stopped ? 'Включить снова' : onCancel ? 'Сохранить' : 'Включить'}</SubmitButton>
          {onCancel && (
            <Button full variant="ghost" onClick={onCancel}>
              Не менять
            </Button>
          )}
        </div>
      </Form>
      {filled && (
        <ConfirmRule
          restId={employee.restaurant.id}
          {...filled}
          title={method ? methodTitle(method) : ''}
          isOn={rule ? !rule.stopped : false}
          open={isConfirming}
          onClose={() => setConfirming(false)}
          onDone={onDone}
        />
      )}
    </Panel>
  )
}

function toOption(method: PayoutMethod, terms: PayoutTerms | undefined) {
  const content = <WayLine method={method} note={terms && costText(terms, null)} />
  return { value: method.id, label: methodTitle(method), content }
}

type RuleNotesProps = {
  limits: OrderLimits
  isForTeam: boolean
  /** Rubles, if one day is not enough for the sum on which the rule waits. */
  dayLimit: number | null
}

function RuleNotes({ limits, isForTeam, dayLimit }: RuleNotesProps) {
  return (
    <ul className={styles.notes}>
      {dayLimit && <li>{`За день уйдёт ${formatRubles(dayLimit)}, остальное\u00A0— на следующий день.`}</li>}
      <li>{`За раз\u00A0— от ${formatRubles(limits.min)} до ${formatRubles(limits.max)}, без копеек.`}</li>
      <li>Если банк откажет, остановимся и сообщим вам.</li>
      {isForTeam && <li>К вам приходят чаевые всей команды. Разделите их до автовывода: ждать он не будет.</li>}
    </ul>
  )
}
