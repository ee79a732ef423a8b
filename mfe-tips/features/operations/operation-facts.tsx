import type { Operation } from '@portal/contracts/operation'
import { statusText, typeNames } from '@portal/contracts/operation-texts'
import { formatMoment, toDay } from '@portal/shared/format/date'
import { Link } from '@portal/shared/router'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import type { ReactNode } from 'react'
import { Stars } from '../../stars/stars.tsx'
import styles from './operation-facts.module.css'
import { statusTone } from './operation-wording.ts'

/** All facts of an operation, for the sheet of a phone and for the details beside the list. */
export function OperationFacts({ operation }: { operation: Operation }) {
  const {
    amount,
    direction,
    status,
    type,
    title,
    fee,
    restaurant_fee,
    rating,
    comment,
    number,
    restaurant,
    created_at,
    paid_at = created_at,
  } = operation
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
      <dl className={styles.fields}>
        {typeNames[type] !== title && <Field name="Тип">{typeNames[type]}</Field>}
        <Field name="Дата и время">{formatMoment(created_at)}</Field>
        {toDay(paid_at) !== toDay(created_at) && <Field name="Гость оплатил">{formatMoment(paid_at)}</Field>}
        <Field name="Ресторан">{restaurant.name}</Field>
        {(fee > 0 || restaurant_fee !== undefined) && (
          <>
            <Field name={restaurant_fee === undefined ? 'Комиссия' : 'Ваша часть комиссии'}>
              <Amount rubles={fee} />
            </Field>
            {restaurant_fee !== undefined && (
              <Field name="Ресторан платит">
                <Amount rubles={restaurant_fee} />
              </Field>
            )}
            <Field name="К зачислению">
              <Amount rubles={amount - fee} />
            </Field>
          </>
        )}
        {number && <Field name="Номер операции">{number}</Field>}
      </dl>
    </>
  )
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Links to the page of a withdrawal; returns nothing for other operations. */
export function PayoutLink({ operation: { type, payout_id } }: { operation: Operation }) {
  return (
    type === 'payout' &&
    payout_id && (
      <ButtonLink variant="secondary" full to={`/out?payout=${encodeURIComponent(payout_id)}`}>
        Открыть вывод
      </ButtonLink>
    )
  )
}
