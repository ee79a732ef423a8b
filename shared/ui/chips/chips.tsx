import { RadioRow, type RadioRowProps } from '@portal/shared/ui/radio-row'
import styles from './chips.module.css'

/** A filter of a list: one of several, in a row that scrolls sideways on a phone. */
export function Chips<T extends string | number>(props: RadioRowProps<T>) {
  return <RadioRow {...props} className={styles.chips} />
}
