import { formatRubles, formatSignedRubles } from '@portal/shared/format/money'
import styles from './amount.module.css'

type AmountProps = {
  rubles: number
  /** With a sign: `+500 ₽`, `−1 000 ₽`. */
  direction?: 'in' | 'out' | undefined
  size?: 's' | 'm' | 'l' | 'xl' | undefined
  /** Quieter and struck through: money that did not move. */
  void?: boolean | undefined
}

/** The only way a screen shows money: tabular digits, never broken over lines. */
export function Amount({ rubles, direction, size = 'm', void: isVoid }: AmountProps) {
  return (
    <span className={styles.amount} data-size={size} data-direction={direction} data-void={isVoid || undefined}>
      {direction ? formatSignedRubles(rubles, direction) : formatRubles(rubles)}
    </span>
  )
}
