import { useHiddenAmounts } from '@portal/shared/ui/amount'
import { formatAxis } from './axis.ts'
import styles from './chart.module.css'

/** The lines of a chart with their amounts at the left. `y`: an amount → its pixels from the top. */
export function Grid({ lines, y }: { lines: readonly number[]; y: (rubles: number) => number }) {
  const areAmountsHidden = useHiddenAmounts()
  return lines.map((rubles) => (
    <g key={rubles}>
      <line className={styles.grid} x2="100%" y1={y(rubles)} y2={y(rubles)} />
      <text className={styles.label} x="-8" y={y(rubles) + 4} textAnchor="end">
        {areAmountsHidden ? '•••' : formatAxis(rubles)}
      </text>
    </g>
  ))
}
