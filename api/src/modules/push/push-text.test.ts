import { expect, test } from 'vitest'
import type { PushKind } from './add-push-events.ts'
import { pushText } from './push-text.ts'

const texts: [PushKind, count: number, kopecks: number | null, title: string, body: string][] = [
  ['tip', 1, 30_000, 'Новые чаевые', 'Вам оставили 300 ₽'],
  ['tip', 1, null, 'Новые чаевые', 'Посмотрите, сколько'],
  ['tip', 2, 120_050, 'Новые чаевые', 'Вам оставили 2 раза, всего 1 200,50 ₽'],
  ['tip', 11, 500_000, 'Новые чаевые', 'Вам оставили 11 раз, всего 5 000 ₽'],
  ['tip', 21, null, 'Новые чаевые', 'Вам оставили 21 раз'],
  ['payout_paid', 1, 150_000, 'Вывод выполнен', 'Вам отправлено 1 500 ₽'],
  ['payout_paid', 3, null, 'Выполнено: 3 вывода', 'Деньги отправлены'],
  ['payout_failed', 1, 150_000, 'Вывод не прошёл', '1 500 ₽ снова на балансе'],
  ['payout_failed', 21, null, 'Не прошло: 21 вывод', 'Деньги снова на балансе'],
  ['payout_paid', 5, 500_000, 'Выполнено: 5 выводов', 'Вам отправлено 5 000 ₽'],
  ['method', 2, 0, 'Изменён способ вывода', 'Если это не вы, сразу смените пароль'],
]

test.each(texts)('%s: %i of %j kopecks', (kind, count, amount, title, body) => {
  const shown = pushText({ kind, count, amount })
  expect([shown.title, shown.body].map((text) => text.replaceAll('\u00A0', ' '))).toEqual([title, body])
})
