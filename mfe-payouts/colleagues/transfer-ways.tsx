import { NavLink } from '@portal/shared/router'
import styles from './transfer-ways.module.css'

/** Links to the two pages that move the team's money. One of them is open. */
export function TransferWays() {
  return (
    <nav className={styles.ways} aria-label="Вид перевода">
      <NavLink to="/transfer" end>
        Одному сотруднику
      </NavLink>
      <NavLink to="/transfer/team">Нескольким</NavLink>
    </nav>
  )
}
