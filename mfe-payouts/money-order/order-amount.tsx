import { formatRubles } from '@portal/contracts/money-text'
import { Amount } from '@portal/shared/ui/amount'
import { Chips } from '@portal/shared/ui/chips'
import styles from './order-form.module.css'

type AvailableBalanceProps = { label: string; restaurant: string; rubles: number }

export function AvailableBalance({ label, restaurant, rubles }: AvailableBalanceProps) {
  return (
    <p className={styles.balance}>
      <span>{`${label}\u00A0· ${restaurant}`}</span>
      <Amount rubles={rubles} size="l" />
    </p>
  )
}

const QUICK_AMOUNTS_RUBLES = [500, 1_000, 5_000]

type QuickAmountsProps = {
  value: number | null
  onChange: (rubles: number) => void
  /** All that can be sent. */
  all: number
  /** Less cannot be sent. */
  min: number
  /** What the chosen amount leaves behind, and why. */
  note?: string | null
}

/** Offers only amounts that can be sent, all of them first. */
export function QuickAmounts({ value, onChange, all, min, note }: QuickAmountsProps) {
  if (all < min) return null
  return (
    <div className={styles.sums}>
      <Chips
        label="Готовые суммы"
        wrap
        value={value}
        onChange={onChange}
        options={[
          { value: all, label: 'Всё' },
          ...QUICK_AMOUNTS_RUBLES.filter((rubles) => rubles < all).map((rubles) => ({
            value: rubles,
            label: formatRubles(rubles),
          })),
        ]}
      />
      {/* Mounted before its text, so that a screen reader announces it. */}
      <p className={styles.note} role="status">
        {note}
      </p>
    </div>
  )
}
