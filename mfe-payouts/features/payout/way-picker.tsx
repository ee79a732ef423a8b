import { Icon } from '@portal/shared/ui/icon'
import { NoBreak } from '@portal/shared/ui/no-break'
import { useId } from 'react'
import type { PayoutWay } from '../../money-order/payout-way.ts'
import styles from './way-picker.module.css'

type WayPickerProps = {
  ways: readonly PayoutWay[]
  chosenId: string | undefined
  onChoose: (methodId: string) => void
}

/** Selects one of the user's cards and phones. A closed one shows why it is closed. */
export function WayPicker({ ways, chosenId, onChoose }: WayPickerProps) {
  const name = useId()
  return (
    <fieldset className={styles.picker}>
      <legend>Куда</legend>
      {ways.map(({ method, title, closedBecause }) => (
        <label key={method.id} className={styles.way}>
          <input
            type="radio"
            name={name}
            checked={method.id === chosenId}
            disabled={closedBecause !== null}
            onChange={() => onChoose(method.id)}
          />
          <Icon name={method.type} />
          <span className={styles.text}>
            <span>
              <NoBreak>{title}</NoBreak>
            </span>
            {(closedBecause ?? method.label) && <span className={styles.note}>{closedBecause ?? method.label}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
