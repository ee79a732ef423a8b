import { SubmitButton } from '@portal/shared/forms/form'
import { useOnline } from '@portal/shared/http/online'
import { type ReactNode, useId } from 'react'
import styles from './order-submit.module.css'

type OrderSubmitProps = {
  /** `null`: the button is open. */
  closedBecause: string | null
  /** Something typed is the reason, not something that is still missing. */
  wrong: boolean
  children: ReactNode
}

/** The button of a money form; disabled, it shows the reason beside it. */
export function OrderSubmit({ closedBecause, wrong, children }: OrderSubmitProps) {
  const online = useOnline()
  const reasonId = useId()
  const reason = online ? closedBecause : 'Нет соединения с интернетом'
  return (
    <div className={styles.submit}>
      <SubmitButton disabled={reason !== null} aria-describedby={reasonId}>
        {children}
      </SubmitButton>
      <p id={reasonId} className={styles.reason} data-wrong={(reason && wrong) || undefined} role="status">
        {reason ?? 'Дальше — проверка и код из СМС'}
      </p>
    </div>
  )
}
