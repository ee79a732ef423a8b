import type { Payout } from '@portal/shared/contracts/payout'
import { Amount } from '@portal/shared/ui/amount'
import { Panel } from '@portal/shared/ui/panel'
import { StatusBadge, type StatusTone } from '@portal/shared/ui/status-badge'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './order-result.module.css'

type OrderResultProps = {
  payout: Payout
  title: string
  status: { tone: StatusTone; text: string }
  note?: ReactNode
  /** What becomes of it from here on. */
  children?: ReactNode
  actions: ReactNode
}

/** In place of the form: what came of it. The focus goes there, from the sheet that has closed. */
export function OrderResult({ payout, title, status, note, children, actions }: OrderResultProps) {
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => result.current?.focus(), [])

  return (
    <Panel title={title}>
      <div ref={result} className={styles.result} tabIndex={-1}>
        <p className={styles.sum}>
          <Amount rubles={payout.amount} size="l" void={payout.status === 'canceled'} />
          <span>
            {payout.restaurant.name} → {payout.destination.title}
          </span>
        </p>
        <div role="status">
          <StatusBadge tone={status.tone}>{status.text}</StatusBadge>
        </div>
      </div>
      {children}
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.actions}>{actions}</div>
    </Panel>
  )
}
