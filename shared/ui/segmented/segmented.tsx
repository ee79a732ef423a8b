import { RadioRow, type RadioRowProps } from '@portal/shared/ui/radio-row'
import styles from './segmented.module.css'

/** A switch between two to four views of the same thing, in equal parts. */
export function Segmented<T extends string | number>(props: RadioRowProps<T>) {
  return <RadioRow {...props} className={styles.segmented} />
}
