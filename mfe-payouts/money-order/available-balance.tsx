import { Amount } from '@portal/shared/ui/amount'
import styles from './order-form.module.css'

type AvailableBalanceProps = { label: string; restaurant: string; rubles: number }

export function AvailableBalance({ label, restaurant, rubles }: AvailableBalanceProps) {
  return (
    <p className={styles.balance}>
      <span>{`${label}\u00A0· ${restaurant}`}</span>
      <Amount rubles={rubles} size="l" />
    </p>
  )
}
