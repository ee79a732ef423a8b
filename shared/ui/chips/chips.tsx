import { RadioRow, type RadioRowProps } from '@portal/shared/ui/radio-row'
import styles from './chips.module.css'

type ChipsProps<T extends string | number> = RadioRowProps<T> & {
  /** Into further rows instead: for the few that all must be seen. */
  wrap?: boolean
}

/** A filter of a list: one of several, in a row that scrolls sideways on a phone. */
export function Chips<T extends string | number>({ wrap, ...row }: ChipsProps<T>) {
  return <RadioRow {...row} className={`${styles.chips} ${wrap ? styles.wrap : ''}`} />
}
