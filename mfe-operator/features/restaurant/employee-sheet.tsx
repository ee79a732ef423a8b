import { changeEmployee, type EmployeeRecord, listStaff } from '@portal/contracts/admin/employee'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Sheet } from '@portal/shared/ui/sheet'
import * as z from '@portal/shared/zod'
import { useState } from 'react'
import { ChangeForm, optionalReason, ReasonField } from '../../change/change-form.tsx'
import { type Decision, DecisionButtons, DecisionForm } from '../../change/decision-sheet.tsx'
import { nothingChanged } from '../../change/error-texts.ts'
import { useChange } from '../../change/use-change.ts'
import { formatZonedMoment, nameAndRestaurant } from '../../names.ts'
import styles from '../../operator.module.css'
import type { OpenSheet } from '../../use-sheet.ts'
import { useEmployeeDecisions } from './employee-decisions.ts'
import { ExternalIdField, externalId } from './external-id-field.tsx'

/** One employee, and what an operator may change. */
export function EmployeeSheet({ content: employee, attempt, open, close }: OpenSheet<EmployeeRecord>) {
  const [step, setStep] = useState<{ attempt: number; form: Decision | 'external_id' } | null>(null)
  if (!employee) return null
  // Each opening begins with the employee.
  const form = step?.attempt === attempt ? step.form : null
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={form === 'external_id' ? 'Код в платёжном сервисе' : (form?.title ?? <NoBreak>{employee.name}</NoBreak>)}
      description={form ? nameAndRestaurant(employee) : undefined}
    >
      {form === 'external_id' ? (
        <ExternalIdForm employee={employee} onDone={close} />
      ) : form ? (
        <DecisionForm decision={form} onDone={close} />
      ) : (
        <Employee employee={employee} onChoose={(form) => setStep({ attempt, form })} />
      )}
    </Sheet>
  )
}

type EmployeeProps = { employee: EmployeeRecord; onChoose: (form: Decision | 'external_id') => void }

function Employee({ employee, onChoose }: EmployeeProps) {
  const { phone_masked, external_id, last_seen_at, dismissed_at, user_id } = employee
  const decisions = useEmployeeDecisions(employee)
  return (
    <div className={styles.fields}>
      <Facts>
        <Fact name="Телефон">{phone_masked}</Fact>
        <Fact name="Код в платёжном сервисе">{external_id ?? 'нет'}</Fact>
        <Fact name="Последний раз в портале">{last_seen_at ? formatZonedMoment(last_seen_at) : 'ещё нет'}</Fact>
        {dismissed_at && <Fact name="Увольнение">{formatZonedMoment(dismissed_at)}</Fact>}
      </Facts>
      <div className={styles.actions}>
        <ButtonLink full variant="secondary" icon="profile" to={`/operator/person/${user_id}`}>
          Открыть человека
        </ButtonLink>
        {!dismissed_at && (
          <Button full variant="secondary" onClick={() => onChoose('external_id')}>
            Код в платёжном сервисе
          </Button>
        )}
        <DecisionButtons decisions={decisions} onChoose={onChoose} />
      </div>
    </div>
  )
}

const ExternalId = z.object({ external_id: externalId, reason: optionalReason })

function ExternalIdForm({ employee, onDone }: { employee: EmployeeRecord; onDone: () => void }) {
  const sendSigned = useChange()
  return (
    <ChangeForm
      schema={ExternalId}
      defaultValues={{ external_id: employee.external_id ?? '', reason: '' }}
      facts={['Без него платёжный сервис не может послать человеку чаевые.']}
      submit={`Изменить: ${employee.name}`}
      onSubmit={async ({ external_id, reason }) => {
        if (external_id === (employee.external_id ?? '')) throw nothingChanged()
        const body = { external_id: external_id || null, ...(reason && { reason }) }
        const effect = { affects: [listStaff], done: 'Код изменён' }
        if (await sendSigned(changeEmployee, { params: { id: employee.id }, body }, effect)) onDone()
      }}
    >
      <ExternalIdField />
      <ReasonField isOptional />
    </ChangeForm>
  )
}
