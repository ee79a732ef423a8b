import type { DayTotals as Totals } from '@portal/contracts/operation'
import { Amount } from '@portal/shared/ui/amount'
import styles from './day-totals.module.css'

/** Shows incoming, outgoing and pending money. */
const names = {
  tips: 'Чаевые',
  transfers_in: 'Получено',
  payouts: 'Выведено',
  transfers_out: 'Переведено',
  pending_in: 'К зачислению',
  // Withdrawals, and transfers that an operator reviews.
  pending_out: 'В обработке',
} as const satisfies Partial<Record<keyof Totals, string>>

const kinds = Object.keys(names) as (keyof typeof names)[]

/** «Чаевые 422 ₽ · Выведено 500 ₽ · К зачислению 1 200 ₽»: one item for each sum that is not zero. */
export function DayTotals({ totals }: { totals: Totals }) {
  return (
    <div className={styles.clip}>
      <ul className={styles.totals} aria-label="Итого за день">
        {kinds
          .map((kind) => ({ kind, rubles: totals[kind] ?? 0 }))
          .filter(({ rubles }) => rubles > 0)
          .map(({ kind, rubles }) => (
            <li key={kind}>
              <span>{`${names[kind]} `}</span>
              <Amount rubles={rubles} size="text" />
            </li>
          ))}
      </ul>
    </div>
  )
}
