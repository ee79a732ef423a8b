import type { Operation } from '@portal/contracts/operation'
import { statusText } from '@portal/contracts/operation-texts'
import { formatMoment, toDay } from '@portal/shared/format/date'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { numberNames, ResultFacts } from '@portal/shared/order-details/payout-facts'
import { Link } from '@portal/shared/router'
import { Amount } from '@portal/shared/ui/amount'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import type { ComponentProps } from 'react'
import { Stars } from '../../stars/stars.tsx'
import styles from './operation-facts.module.css'
import { statusTone } from './operation-wording.ts'

/** The facts that the list has of any operation. */
export function OperationFacts({ operation }: { operation: Operation }) {
  const { amount, direction, status, rating, comment, number, restaurant, created_at, paid_at = created_at } = operation
  const order = direction === 'out' && operation.payout_id ? toOrder(operation) : null
  return (
    <>
      <p className={styles.amount}>
        <Amount rubles={amount} direction={direction} size="l" void={status === 'canceled'} />
        <StatusBadge tone={statusTone(operation)}>{statusText(operation)}</StatusBadge>
      </p>
      {(rating || comment) && (
        <div className={styles.review}>
          {rating && <Stars rating={rating} />}
          {comment && <p>{comment}</p>}
          {rating && (
            <Link className={styles.reviews} to="/reviews">
              Все отзывы
            </Link>
          )}
        </div>
      )}
      <Facts>
        <Fact name="Дата и время">{formatMoment(created_at)}</Fact>
        {toDay(paid_at) !== toDay(created_at) && <Fact name="Гость оплатил">{formatMoment(paid_at)}</Fact>}
        <Fact name="Ресторан">{restaurant.name}</Fact>
        {number && <Fact name={order ? numberNames[order.kind] : 'Номер операции'}>{number}</Fact>}
        {order && <ResultFacts payout={order} />}
      </Facts>
    </>
  )
}

/** What the user has ordered, as far as the list knows it. */
function toOrder({
  type,
  status,
  amount,
  fee,
  restaurant_fee,
}: Operation): ComponentProps<typeof ResultFacts>['payout'] {
  return {
    kind: type === 'payout' ? 'payout' : 'transfer',
    status: status === 'completed' ? 'succeeded' : status,
    amount,
    fee,
    restaurant_fee,
    net: amount - fee,
  }
}
