import type { SharingWay } from '@portal/contracts/shares'
import type { Share } from '@portal/contracts/sharing'
import { Amount } from '@portal/shared/ui/amount'
import { NoBreak } from '@portal/shared/ui/no-break'
import styles from './share-list.module.css'
import { weightText } from './sharing-draft.ts'

type ShareListProps = {
  shares: readonly Share[]
  /** The way of sharing, whose numbers the shares show. */
  way?: SharingWay
  /** Shows amounts even while they are hidden, because they are about to be confirmed. */
  always?: boolean
}

/** Who gets what. */
export function ShareList({ shares, way, always = false }: ShareListProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role together with the markers
    <ul className={styles.shares} role="list" aria-label="Кому сколько">
      {shares.map(({ recipient_employee_id, title, weight, amount }) => (
        <li key={recipient_employee_id}>
          <span>
            <NoBreak>{title}</NoBreak>
            {weight !== undefined && way && (
              <span className={styles.weight}>{`${weightText(weight)}\u00A0${way === 'hours' ? 'ч' : '%'}`}</span>
            )}
          </span>
          <span className={styles.part}>
            <Amount rubles={amount} size="text" always={always} />
          </span>
        </li>
      ))}
    </ul>
  )
}
