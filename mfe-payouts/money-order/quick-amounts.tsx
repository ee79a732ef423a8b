import { formatRubles } from '@portal/contracts/money-text'
import { Chips } from '@portal/shared/ui/chips'
import styles from './order-form.module.css'

const QUICK_AMOUNTS_RUBLES = [500, 1_000, 5_000]

type QuickAmountsProps = {
  value: number | null
  onChange: (rubles: number) => void
  /** All that can be sent, and what that is called. */
  all: { rubles: number; label: string }
  /** What the chosen amount leaves behind, and why. */
  note?: string | null
}

export function QuickAmounts({ value, onChange, all, note }: QuickAmountsProps) {
  return (
    <div>
      <Chips
        label="Готовые суммы"
        wrap
        value={value}
        onChange={onChange}
        options={[
          ...QUICK_AMOUNTS_RUBLES.filter((rubles) => rubles !== all.rubles).map((rubles) => ({
            value: rubles,
            label: formatRubles(rubles),
          })),
          { value: all.rubles, label: all.label },
        ]}
      />
      {/* Mounted before its text, so that a screen reader announces it. */}
      <p className={styles.note} role="status">
        {note}
      </p>
    </div>
  )
}
