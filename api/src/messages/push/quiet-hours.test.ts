import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import type { MessageKind } from './add-push-events.ts'
import { pushText } from './push-text.ts'
import { endOfQuietHours } from './quiet-hours.ts'

const database = sharedDatabase()

// Moscow is three hours ahead of UTC, Kaliningrad two.
test.each([
  [23, 9, 'Europe/Moscow', '2026-11-24T20:30:00Z', '2026-11-25T06:00:00.000Z'],
  [23, 9, 'Europe/Moscow', '2026-11-25T02:00:00Z', '2026-11-25T06:00:00.000Z'],
  [23, 9, 'Europe/Moscow', '2026-11-24T06:00:00Z', null],
  [23, 9, 'Europe/Moscow', '2026-11-24T19:59:00Z', null],
  [23, 9, 'Europe/Kaliningrad', '2026-11-24T20:30:00Z', null],
  [0, 7, 'Europe/Moscow', '2026-11-24T21:00:00Z', '2026-11-25T04:00:00.000Z'],
  [13, 15, 'Europe/Moscow', '2026-11-24T11:59:00Z', '2026-11-24T12:00:00.000Z'],
  [13, 15, 'Europe/Moscow', '2026-11-24T12:00:00Z', null],
  [null, null, 'Europe/Moscow', '2026-11-24T12:00:00Z', null],
])('from %j to %j in %s, a message of %s waits until %j', async (from, to, timeZone, at, until) => {
  const end = endOfQuietHours({
    at: sql`${at}::timestamptz`,
    timeZone: sql`${timeZone}::text`,
    from: sql`${from}::int`,
    to: sql`${to}::int`,
  })
  const { rows } = await sql<{ end: Date | null }>`select ${end} as "end"`.execute(database.db)
  expect(rows[0]?.end?.toISOString() ?? null).toBe(until)
})

const texts: [MessageKind, count: number, kopecks: number | null, title: string, body: string][] = [
  ['tip', 1, 30_000, 'Новые чаевые', 'Вам оставили 300 ₽'],
  ['tip', 1, null, 'Новые чаевые', 'Посмотрите, сколько'],
  ['tip', 2, 120_050, 'Новые чаевые', 'Вам оставили 2 раза, всего 1 200,50 ₽'],
  ['tip', 11, 500_000, 'Новые чаевые', 'Вам оставили 11 раз, всего 5 000 ₽'],
  ['tip', 21, null, 'Новые чаевые', 'Вам оставили 21 раз'],
  ['shift', 7, 293_000, 'Итог смены', '2 930 ₽ от 7 гостей'],
  ['shift', 21, null, 'Итог смены', 'Чаевые от 21 гостя'],
  ['payout_paid', 1, 150_000, 'Вывод выплачен', 'Вам отправлено 1 500 ₽'],
  ['payout_paid', 3, null, 'Выплачено: 3 вывода', 'Деньги отправлены'],
  ['payout_failed', 1, 150_000, 'Вывод отклонён', '1 500 ₽ снова на балансе'],
  ['payout_failed', 21, null, 'Отклонено: 21 вывод', 'Деньги снова на балансе'],
  ['payout_paid', 5, 500_000, 'Выплачено: 5 выводов', 'Вам отправлено 5 000 ₽'],
  ['method', 2, 0, 'Способы вывода изменились', 'Проверьте их. Если это не вы, сразу восстановите пароль'],
]

test.each(texts)('%s: %i of %j kopecks', (kind, count, amount, title, body) => {
  const shown = pushText({ kind, count, amount })
  expect([shown.title, shown.body].map((text) => text.replaceAll('\u00A0', ' '))).toEqual([title, body])
})
