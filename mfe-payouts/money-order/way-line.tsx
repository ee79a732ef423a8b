import type { PayoutMethod } from '@portal/contracts/payout-method'
import { methodTitle } from '@portal/shared/order-details/payout-way'
import { Icon } from '@portal/shared/ui/icon'
import { NoBreak } from '@portal/shared/ui/no-break'
import styles from './way-line.module.css'

/** A card or phone in a list or in its box. `note`: what a withdrawal to it costs and how long it takes. */
export function WayLine({ method, note }: { method: PayoutMethod; note: string | undefined }) {
  return (
    <span className={styles.way}>
      <Icon name={method.type} />
      <span className={styles.text}>
        <span>
          <NoBreak>{methodTitle(method)}</NoBreak>
        </span>
        {method.label && <span className={styles.note}>{method.label}</span>}
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </span>
  )
}
