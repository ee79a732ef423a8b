import type { Review, ReviewMonth } from '@portal/contracts/review'
import { at } from './now.ts'

export const reviews: Review[] = [
  {
    id: 'review-5',
    number: '104826',
    amount: 350,
    created_at: at(0, '19:12'),
    stars: 5,
    comment: 'Спасибо за тёплый приём!',
  },
  {
    id: 'review-4',
    number: '104825',
    amount: 1200,
    created_at: at(0, '17:05'),
    stars: 5,
    comment: 'Праздновали день рождения — всё прошло идеально, отдельное спасибо за торт со свечами',
  },
  { id: 'review-3', number: '104824', amount: 150, created_at: at(1, '22:31'), stars: 4 },
  {
    id: 'review-2',
    number: '104823',
    amount: 300.5,
    created_at: at(2, '21:18'),
    stars: 2,
    comment: 'Долго ждали горячее',
  },
  { id: 'review-1', number: '104822', amount: 450, created_at: at(2, '19:50'), comment: 'Очень уютно' },
]

const averages = [4.6, 4.4, 4.7, 4.5, 4.8, 4.2, 4.6, undefined, 4.7, 4.9, 4.8, 4.75]

export const months: ReviewMonth[] = averages.map((average, index) => ({
  month: index === 0 ? '2025-12' : `2026-${String(index).padStart(2, '0')}`,
  ratings: average === undefined ? 0 : 40 + index,
  ...(average !== undefined && { average }),
  thanks: average === undefined ? 0 : 12 + index,
  complaints: index === 11 ? 1 : 0,
}))
