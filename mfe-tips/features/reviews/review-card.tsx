import type { Review } from '@portal/contracts/review'
import { formatMoment } from '@portal/shared/format/date'
import { Link } from '@portal/shared/router'
import { Stars } from '../../stars/stars.tsx'
import styles from './review-card.module.css'
import { ShareReview } from './share-review.tsx'

export function ReviewCard({ review }: { review: Review }) {
  const { number, created_at, stars, comment } = review
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        {stars !== undefined && <Stars rating={stars} />}
        <time dateTime={created_at}>{formatMoment(created_at)}</time>
        <Link className={styles.operation} to={`/billing?q=${number}`} aria-label={`Операция № ${number}`}>
          {`№ ${number}`}
        </Link>
      </div>
      <p className={comment ? styles.words : styles.silent}>{comment ?? 'Без слов'}</p>
      {stars !== undefined && stars >= 4 && comment && <ShareReview stars={stars} comment={comment} />}
    </li>
  )
}
