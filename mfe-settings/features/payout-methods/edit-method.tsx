import type { PayoutMethod } from '@portal/contracts/payout-method'
import type { Elements } from '@portal/shared/elements'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { SubmitButton } from '@portal/shared/forms/form'
import { Button } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { NoBreak } from '@portal/shared/ui/no-break'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { useState } from 'react'
import { useLeaveForm } from '../../leave-form/use-leave-form.ts'
import { DeleteMethod } from './delete-method.tsx'
import styles from './edit-method.module.css'
import { LabelField } from './label-field.tsx'
import { listPath } from './method-text.ts'
import { useBankGroup } from './restaurant-field.tsx'

/** The facts of a method that never change. */
export function MethodHeader({ method, number }: { method: PayoutMethod; number: string }) {
  const bankGroup = useBankGroup(method.rest_ids[0] ?? '') || method.bank
  return (
    <div className={styles.header}>
      <Icon name={method.type} />
      <div className={styles.text}>
        <p className={styles.title}>
          <span className={styles.number}>
            <NoBreak>{number}</NoBreak>
          </span>
          {method.is_default && <StatusBadge tone="positive">Основной</StatusBadge>}
          {method.status === 'blocked' && <StatusBadge tone="negative">Заблокирован</StatusBadge>}
        </p>
        {method.bank_name && (
          <p className={styles.note}>
            <NoBreak>{method.bank_name}</NoBreak>
          </p>
        )}
        <p className={styles.note}>
          Для ресторанов банка: <NoBreak>{bankGroup}</NoBreak>
        </p>
      </div>
    </div>
  )
}

/** The fields that cards and phones share, with the fields of one kind between them. */
export function MethodFields({ method, children }: { method: PayoutMethod; children?: Elements }) {
  return (
    <>
      <LabelField />
      {children}
      {method.is_default ? (
        <p className={styles.note}>
          Это основной способ вывода для банка «<NoBreak>{method.bank}</NoBreak>». Чтобы сменить его, откройте другой
          способ и сделайте основным.
        </p>
      ) : method.status === 'blocked' ? (
        <p className={styles.note}>Сюда сейчас нельзя вывести чаевые, поэтому основным этот способ не сделать.</p>
      ) : (
        <CheckboxField name="is_default" label="Сделать основным способом вывода" />
      )}
      <SubmitButton>Сохранить</SubmitButton>
    </>
  )
}

/** Deletes the method after a confirmation. */
export function DeleteButton({ method }: { method: PayoutMethod }) {
  const [isConfirming, setConfirming] = useState(false)
  const leaveForm = useLeaveForm()
  return (
    <>
      <Button full variant="danger-quiet" icon="trash" onClick={() => setConfirming(true)}>
        {method.type === 'card' ? 'Удалить карту' : 'Удалить телефон'}
      </Button>
      <DeleteMethod
        method={method}
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onDeleted={() => leaveForm(listPath)}
      />
    </>
  )
}
