import { listReviewMonths, listReviews } from '@portal/contracts/review'
import { onePage, reviewsPage } from '@portal/platform/dev/examples/page-responses'
import { failToLoad, neverRespond, respond } from '@portal/platform/dev/examples/responses'
import { months } from '@portal/platform/dev/examples/reviews'
import { skeleton, toScreens } from './screen.ts'

const none = [
  respond(listReviewMonths, { items: months.map(({ month }) => ({ month, ratings: 0, thanks: 0, complaints: 0 })) }),
  respond(listReviews, { ...onePage, items: [], pages: 0, total: 0 }),
]

export const reviewsScreens = toScreens('/reviews', 'reviews', [
  { state: 'loaded', responses: reviewsPage, shows: 'Без комментария', wide: [768] },
  { state: 'empty', responses: none, shows: 'Отзывов пока нет' },
  {
    state: 'nothing-found',
    address: '/reviews?stars=1',
    responses: [...reviewsPage, respond(listReviews, { ...onePage, items: [], pages: 0, total: 0 })],
    shows: 'По фильтру ничего не найдено',
  },
  { state: 'loading', responses: [neverRespond(listReviewMonths), neverRespond(listReviews)], shows: skeleton },
  {
    state: 'failed',
    responses: [failToLoad(listReviewMonths), failToLoad(listReviews)],
    shows: 'Не удалось загрузить данные',
  },
])
