import { dayIn } from '@portal/contracts/calendar'
import type { QueryOf, ResponseOf } from '@portal/contracts/endpoint'
import type { listReviewMonths, listReviews, ReviewMonth } from '@portal/contracts/review'
import type { Db } from '../../db/connect.ts'
import { pagePosition, parseAsOf } from '../../http/numbered-pages.ts'
import { requireFound } from '../../http/problem.ts'
import { findOwnEmployee } from '../../staff/employees/repository.ts'
import { findList, type OperationRow, readPage } from '../operations/repository.ts'
import { countReviews, type MonthCount, readRatingsByMonth } from './repository.ts'

/** @throws Problem 404 */
export async function listUserReviews(
  db: Db,
  userId: string,
  { restId, stars, commented, page = 1, as_of }: QueryOf<typeof listReviews>,
): Promise<ResponseOf<typeof listReviews>> {
  const asOf = parseAsOf(as_of)
  const tips = requireFound(await findList(db, userId, { restId, type: 'tip' }, asOf))
  const search = { kind: 'review', stars: stars ?? null, isCommented: commented === 'true' } as const
  const total = await countReviews(db, tips, search)
  const reviews = await readPage(db, { ...tips, search, total }, page)
  return {
    items: reviews.map(toReview),
    ...pagePosition(total, page),
    as_of: String(tips.count),
  }
}

function toReview({ id, number, created_at, amount, rating, comment }: OperationRow) {
  return {
    id,
    number: String(number),
    created_at: created_at.toISOString(),
    amount: amount / 100,
    ...(rating !== null && { stars: rating }),
    ...(comment !== null && { comment }),
  }
}

const MONTHS = 12

/** @throws Problem 404 */
export async function readReviewMonths(
  db: Db,
  userId: string,
  restId: string,
): Promise<ResponseOf<typeof listReviewMonths>> {
  const { id, time_zone: timeZone } = await findOwnEmployee(db, userId, restId)
  const today = dayIn(timeZone, new Date())
  const counts = Map.groupBy(await readRatingsByMonth(db, id, { today, months: MONTHS }), ({ month }) => month)
  return { items: [...counts].map(([month, of]) => toMonth(month, of)) }
}

/** A month without ratings has one row of zeros. */
function toMonth(month: string, counts: readonly MonthCount[]): ReviewMonth {
  const rated = counts.filter(({ stars }) => stars > 0)
  const ratings = rated.reduce((total, { count }) => total + count, 0)
  const sum = rated.reduce((total, { stars, count }) => total + stars * count, 0)
  const commented = (from: number, to: number) =>
    rated.filter(({ stars }) => from <= stars && stars <= to).reduce((total, { commented }) => total + commented, 0)
  return {
    month,
    ratings,
    ...(ratings > 0 && { average: Math.round((sum * 100) / ratings) / 100 }),
    thanks: commented(4, 5),
    complaints: commented(1, 2),
  }
}
