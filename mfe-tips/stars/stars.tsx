import { Icon } from '@portal/shared/ui/icon'
import styles from './stars.module.css'

const five = [1, 2, 3, 4, 5]

export function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={`Оценка ${rating} из 5`}>
      {five.map((star) => (
        <span key={star} data-lit={star <= rating || undefined}>
          <Icon name="star" size={14} />
        </span>
      ))}
    </span>
  )
}
