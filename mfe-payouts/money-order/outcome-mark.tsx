import type { Outcome } from '@portal/shared/order-details/payout-status'
import { Sparks } from '@portal/shared/sparks'
import styles from './outcome-mark.module.css'

const signs = {
  done: 'M23 37.5 32 46.5 50 27',
  waiting: 'M36 23V37L45 42.5',
  declined: 'M27 27 45 45M45 27 27 45',
} satisfies Record<Outcome, string>

/** Is drawn once, as by hand, when an order reaches its outcome; the text beside it has the same meaning. */
export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  return (
    <svg key={outcome} className={styles.mark} data-outcome={outcome} viewBox="0 0 72 72" aria-hidden="true">
      {outcome === 'done' && <Sparks center={36} radius={35} />}
      <circle className={styles.ring} cx="36" cy="36" r="35" />
      <circle className={styles.disc} cx="36" cy="36" r="35" />
      <path className={styles.sign} d={signs[outcome]} pathLength={1} />
    </svg>
  )
}
