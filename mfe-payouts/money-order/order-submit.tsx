import { getBalance } from '@portal/contracts/balance'
import type { Elements } from '@portal/shared/elements'
import { SubmitButton } from '@portal/shared/forms/form'
import { isInFailover, onFailoverChange } from '@portal/shared/http/failover'
import { useOnline } from '@portal/shared/http/online'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react'
import styles from './order-form.module.css'
import type { Problem } from './order-problem.ts'

type OrderSubmitProps = {
  /** Null if the button is enabled. */
  problem: Problem | null
  /** Stands below the enabled button, and is read out with it, but not at each digit of the sum. */
  next?: Elements
  children: ReactNode
}

/** The button of a money form; disabled, it shows the reason beside it. */
export function OrderSubmit({
  problem,
  next = <span>Дальше&nbsp;— проверьте сумму и подтвердите</span>,
  children,
}: OrderSubmitProps) {
  const isOnline = useOnline()
  const reasonId = useId()
  const isFailingOver = useUntilFailoverEnds()
  const own = isOnline && !isFailingOver ? problem : null
  const closedBecause = !isOnline
    ? 'Кнопка заработает, когда появится интернет'
    : isFailingOver
      ? 'У нас небольшая заминка. Кнопка заработает сама, обычно за полминуты'
      : problem?.text
  return (
    <div className={styles.submit}>
      <SubmitButton disabled={closedBecause !== undefined} aria-describedby={reasonId}>
        {children}
      </SubmitButton>
      <p id={reasonId} className={styles.reason} data-wrong={own?.isWrong || undefined}>
        {/* A field announces its own error. */}
        <span role="status">{own?.field ? null : closedBecause}</span>
        {own?.field && <span>{closedBecause}</span>}
        {closedBecause === undefined && next}
      </p>
    </div>
  )
}

const RECHECK_INTERVAL_MS = 3_000

/**
 * Returns whether the database is changing its primary, and requests the balance again meanwhile:
 * its response ends that.
 */
function useUntilFailoverEnds(): boolean {
  const isFailingOver = useSyncExternalStore(onFailoverChange, isInFailover, () => false)
  const client = useQueryClient()
  useEffect(() => {
    if (!isFailingOver) return
    const timer = setInterval(() => void invalidate(client, getBalance), RECHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isFailingOver, client])
  return isFailingOver
}
