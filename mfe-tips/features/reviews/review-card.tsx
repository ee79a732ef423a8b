import type { Review } from '@portal/contracts/review'
import { formatMoment } from '@portal/shared/format/date'
import { Link } from '@portal/shared/router'
import { Amount } from '@portal/shared/ui/amount'
import { Stars } from '../../stars/stars.tsx'
import styles from './review-card.module.css'
import { ShareReview } from './share-review.tsx'

export function ReviewCard({ review }: { review: Review }) {
  const { number, created_at, amount, stars, comment } = review
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        {stars === undefined ? <span>Без оценки</span> : <Stars rating={stars} />}
        <time dateTime={created_at}>{formatMoment(created_at)}</time>
        <Link className={styles.operation} to={`/billing?q=${number}`}>
          <span className="visually-hidden">Чаевые </span>
          {amount === undefined ? <span>{`№ ${number}`}</span> : <Amount rubles={amount} size="text" direction="in" />}
        </Link>
      </div>
      {comment && stars !== undefined && stars >= 4 ? (
        <ShareReview stars={stars} comment={comment} />
      ) : (
        <p className={comment ? styles.words : styles.silent}>{comment ?? 'Без комментария'}</p>
      )}
    </li>
  )
}
