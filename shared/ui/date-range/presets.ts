import type { DayRange } from '@portal/contracts/day'
import { addDays, periodBefore, periodUntil } from '@portal/shared/calendar'

/** Returns frequent periods, which end today (`2026-11-20`) at the latest. Weeks begin on Monday. */
export function presets(today: string): (DayRange & { name: string })[] {
  const yesterday = addDays(today, -1)
  return [
    { name: 'Сегодня', from: today, to: today },
    { name: 'Вчера', from: yesterday, to: yesterday },
    { name: 'Эта неделя', ...periodUntil(today, 'week') },
    { name: 'Прошлая неделя', ...periodBefore(today, 'week') },
    { name: 'Этот месяц', ...periodUntil(today, 'month') },
    { name: 'Прошлый месяц', ...periodBefore(today, 'month') },
  ]
}
