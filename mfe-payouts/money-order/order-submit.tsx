import { getBalance } from '@portal/contracts/balance'
import { SubmitButton } from '@portal/shared/forms/form'
import { isInFailover, onFailoverChange } from '@portal/shared/http/failover'
import { useOnline } from '@portal/shared/http/online'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react'
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
  const inFailover = useUntilFailoverEnds()
  const reason = online
    ? inFailover
      ? 'Переходим на запасной сервер. Кнопка откроется сама, обычно за полминуты'
      : closedBecause
    : 'Нет соединения с интернетом'
  return (
    <div className={styles.submit}>
      <SubmitButton disabled={reason !== null} aria-describedby={reasonId}>
        {children}
      </SubmitButton>
      <p
        id={reasonId}
        className={styles.reason}
        data-wrong={(reason && wrong && !inFailover) || undefined}
        role="status"
      >
        {reason ?? 'Дальше — проверка и код из СМС'}
      </p>
    </div>
  )
}

const recheckMs = 3_000

/** Returns whether the database is changing its primary, and requests the balance again meanwhile: its response ends that. */
function useUntilFailoverEnds(): boolean {
  const inFailover = useSyncExternalStore(onFailoverChange, isInFailover, () => false)
  const client = useQueryClient()
  useEffect(() => {
    if (!inFailover) return
    const timer = setInterval(() => void invalidate(client, getBalance), recheckMs)
    return () => clearInterval(timer)
  }, [inFailover, client])
  return inFailover
}
