import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import styles from './chosen.module.css'

type ChosenProps = {
  label: string
  value: string /** The label of the button that chooses another value. */
  other: string
  onOther: () => void
}

/** Replaces a field whose value is chosen and not typed. */
export function Chosen({ label, value, other, onOther }: ChosenProps) {
  return (
    <div className={styles.chosen}>
      <p>
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>
          <NoBreak>{value}</NoBreak>
        </span>
      </p>
      <Button variant="secondary" size="s" onClick={onOther}>
        {other}
      </Button>
    </div>
  )
}
