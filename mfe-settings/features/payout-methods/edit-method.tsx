import { listPayoutMethods, type PayoutMethod } from '@portal/contracts/payout-method'
import type { Elements } from '@portal/shared/elements'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { SubmitButton } from '@portal/shared/forms/form'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Button } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { NoBreak } from '@portal/shared/ui/no-break'
import { useState } from 'react'
import { useLeaveForm } from '../../leave-form/use-leave-form.ts'
import { DeleteMethod } from './delete-method.tsx'
import styles from './edit-method.module.css'
import { LabelField } from './form-page.tsx'
import { MethodBadge } from './method-badge.tsx'
import { listPath } from './method-text.ts'
import { useFromRestaurants } from './restaurant-field.tsx'

/** The facts of a method that never change. */
export function MethodHeader({ method, number }: { method: PayoutMethod; number: string }) {
  const from = useFromRestaurants(method.rest_ids[0] ?? '')
  return (
    <div className={styles.header}>
      <Icon name={method.type} />
      <div className={styles.text}>
        <p className={styles.title}>
          <span className={styles.number}>
            <NoBreak>{number}</NoBreak>
          </span>
          <MethodBadge method={method} />
        </p>
        {method.bank_name && (
          <p className={styles.note}>
            <NoBreak>{method.bank_name}</NoBreak>
          </p>
        )}
        <p className={styles.note}>
          <NoBreak>{servedText(method, from)}</NoBreak>
        </p>
      </div>
    </div>
  )
}

/** «Сюда можно выводить чаевые из ресторана «Берёзка»»; blocked: «Для ресторана «Берёзка»». */
function servedText({ status, bank }: PayoutMethod, from: string): string {
  if (!from) return `Для ресторанов, которые платят через ${bank}`
  return status === 'blocked' ? from.replace(/^из/, 'Для') : `Сюда можно выводить чаевые ${from}`
}

/** The fields that cards and phones share, with the fields of one kind between them. */
export function MethodFields({ method, children }: { method: PayoutMethod; children?: Elements }) {
  return (
    <>
      <LabelField />
      {children}
      <DefaultChoice method={method} />
      <SubmitButton>Сохранить</SubmitButton>
    </>
  )
}

/** Offers to make the method the default one, or says why that is not possible and what is. */
function DefaultChoice({ method }: { method: PayoutMethod }) {
  const { data } = useSuspenseQuery(apiQuery(listPayoutMethods, { query: {} }))
  const hasOther = data.items.some(
    ({ id, bank, status }) => id !== method.id && bank === method.bank && status === 'active',
  )
  if (method.status === 'active' && !method.is_default)
    return <CheckboxField name="is_default" label="Сделать основным способом вывода" />
  return <p className={styles.note}>{defaultNote(method, hasOther)}</p>
}

function defaultNote({ status, is_default }: PayoutMethod, hasOther: boolean): string {
  if (status === 'blocked') {
    const closed = 'Сейчас сюда нельзя вывести чаевые'
    if (!is_default)
      return `${closed}, поэтому основным этот способ не сделать. Если это надолго, напишите в поддержку.`
    return `${closed}. ${hasOther ? 'Откройте другой способ и сделайте основным его.' : 'Добавьте другую карту или телефон СБП.'}`
  }
  return hasOther
    ? 'Это основной способ вывода. Чтобы сменить его, откройте другой способ и сделайте основным тот.'
    : 'Это основной способ вывода. Чтобы сменить его, сначала добавьте другую карту или телефон СБП.'
}

/** Deletes the method after a confirmation. */
export function DeleteButton({ method }: { method: PayoutMethod }) {
  const [isConfirming, setConfirming] = useState(false)
  const leaveForm = useLeaveForm()
  return (
    <>
      <Button full variant="danger-quiet" icon="trash" onClick={() => setConfirming(true)}>
        {method.type === 'card' ? 'Удалить карту' : 'Удалить телефон СБП'}
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
