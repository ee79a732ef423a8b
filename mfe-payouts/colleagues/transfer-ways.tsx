import { NavLink } from '@portal/shared/router'
import styles from './transfer-ways.module.css'

/** The two pages that move the team's money, of which one is open. */
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
