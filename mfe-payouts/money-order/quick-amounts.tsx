import { formatRubles } from '@portal/shared/format/money'
import { Chips } from '@portal/shared/ui/chips'

const quickAmounts = [500, 1000, 5000]

type QuickAmountsProps = {
  value: number | null
  onChange: (rubles: number) => void
  /** All that can be sent, and what that is called. */
  all: { rubles: number; label: string }
}

export function QuickAmounts({ value, onChange, all }: QuickAmountsProps) {
  return (
    <Chips
      label="Готовые суммы"
      wrap
      value={value}
      onChange={onChange}
      options={[
        ...quickAmounts
          .filter((rubles) => rubles !== all.rubles)
          .map((rubles) => ({ value: rubles, label: formatRubles(rubles) })),
        { value: all.rubles, label: all.label },
      ]}
    />
  )
}
