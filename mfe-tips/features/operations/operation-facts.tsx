import type { Operation } from '@portal/contracts/operation'
import { statusText } from '@portal/contracts/operation-texts'
import { formatMoment, toDay } from '@portal/shared/format/date'
import { Link } from '@portal/shared/router'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { lazy, type ReactNode, Suspense } from 'react'
import { Stars } from '../../stars/stars.tsx'
import styles from './operation-facts.module.css'
import { statusTone } from './operation-wording.ts'

/** Few operations are rejected, so its code is no part of the page. */
const DeclineReason = lazy(() => import('./decline-reason.tsx'))

/** All facts of an operation, for the sheet of a phone and for the details beside the list. */
export function OperationFacts({ operation }: { operation: Operation }) {
  const {
    amount,
    direction,
    status,
    rating,
    comment,
    number,
    restaurant,
    created_at,
    paid_at = created_at,
    payout_id,
  } = operation
  // What others have ordered arrives here as another operation.
  const ordered = direction === 'out' && payout_id
  return (
    <>
      <p className={styles.amount}>
        <Amount rubles={amount} direction={direction} size="l" void={status === 'canceled'} />
        <StatusBadge tone={statusTone(operation)}>{statusText(operation)}</StatusBadge>
      </p>
      {ordered && status === 'canceled' && (
        <Suspense>
          <DeclineReason payoutId={ordered} />
        </Suspense>
      )}
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
        <Field name="Дата и время">{formatMoment(created_at)}</Field>
        {toDay(paid_at) !== toDay(created_at) && <Field name="Гость оплатил">{formatMoment(paid_at)}</Field>}
        <Field name="Ресторан">{restaurant.name}</Field>
        {ordered && <Arrival operation={operation} />}
        {number && <Field name="Номер операции">{number}</Field>}
      </dl>
    </>
  )
}

/**
 * What has arrived or will arrive of a withdrawal, less its fee. A rejected order is back on the balance as a whole.
 */
function Arrival({ operation: { type, status, amount, fee, restaurant_fee } }: { operation: Operation }) {
  if (status === 'canceled') return <Sum name="Возвращено на баланс" rubles={amount} />
  if (type !== 'payout') return null
  return (
    <>
      <Sum name={restaurant_fee === undefined ? 'Комиссия' : 'Ваша часть комиссии'} rubles={fee} />
      {restaurant_fee !== undefined && <Sum name="Ресторан платит" rubles={restaurant_fee} />}
      <Sum name={status === 'completed' ? 'Пришло' : 'Придёт'} rubles={amount - fee} />
    </>
  )
}

function Sum({ name, rubles }: { name: string; rubles: number }) {
  return (
    <Field name={name}>
      <Amount rubles={rubles} />
    </Field>
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
