import { listReviewMonths, listReviews } from '@portal/contracts/review'
import { failToLoad, neverRespond, respond } from './api.ts'
import { months, reviews } from './data/reviews.ts'
import { skeleton, toScreens } from './screen.ts'

const page = { page: 1, pages: 1, per_page: 20, as_of: '120' }
const loaded = [
  respond(listReviewMonths, { items: months }),
  respond(listReviews, { ...page, items: reviews, total: reviews.length }),
]
const none = [
  respond(listReviewMonths, { items: months.map(({ month }) => ({ month, ratings: 0, thanks: 0, complaints: 0 })) }),
  respond(listReviews, { ...page, items: [], pages: 0, total: 0 }),
]

export const reviewsScreens = toScreens('/reviews', 'reviews', [
  { state: 'loaded', responses: loaded, shows: 'Без комментария', wide: [768] },
  { state: 'empty', responses: none, shows: 'Отзывов пока нет' },
  {
    state: 'nothing-found',
    address: '/reviews?stars=1',
    responses: [...loaded, respond(listReviews, { ...page, items: [], pages: 0, total: 0 })],
    shows: 'По фильтру ничего не найдено',
  },
  { state: 'loading', responses: [neverRespond(listReviewMonths), neverRespond(listReviews)], shows: skeleton },
  {
    state: 'failed',
    responses: [failToLoad(listReviewMonths), failToLoad(listReviews)],
    shows: 'Не удалось загрузить данные',
  },
])
