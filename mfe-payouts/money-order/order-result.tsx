import type { Payout } from '@portal/contracts/payout'
import type { Elements } from '@portal/shared/elements'
import { CallSupport } from '@portal/shared/order-details/call-support'
import type { Outcome } from '@portal/shared/order-details/payout-status'
import { Amount } from '@portal/shared/ui/amount'
import { Panel } from '@portal/shared/ui/panel'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { MoneyRoute } from './money-route.tsx'
import styles from './order-result.module.css'
import { OutcomeMark } from './outcome-mark.tsx'

type OrderResultProps = {
  payout: Payout
  title: string
  outcome: Outcome
  /** The outcome in a few words. */
  status: string
  /** What it means for the user, and what to do. */
  note?: ReactNode
  /** The facts, or how far the money is. */
  children: Elements
  actions: ReactNode
}

/** Replaces the form by its result. The focus goes there, from the sheet that has closed. */
export function OrderResult({ payout, title, outcome, status, note, children, actions }: OrderResultProps) {
  const titleId = useId()
  const result = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // The button that was pressed may have been a screen below.
    result.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <Panel>
      <section ref={result} className={styles.result} aria-labelledby={titleId} data-outcome={outcome}>
        <div className={styles.top}>
          <OutcomeMark outcome={outcome} />
          <h2 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          {/* Read out again as a whole when the bank has decided. */}
          <div className={styles.outcome} role="status">
            <p className={styles.status}>{status}</p>
            <p className={styles.sum}>
              <Amount rubles={payout.amount} size="xl" void={outcome === 'declined'} />
            </p>
            <p className={styles.route}>
              <MoneyRoute from={payout.restaurant.name} to={payout.destination.title} />
            </p>
            {note && <div className={styles.note}>{note}</div>}
          </div>
        </div>
        {children}
        <CallSupport payout={payout} />
        <div className={styles.actions}>{actions}</div>
      </section>
    </Panel>
  )
}
