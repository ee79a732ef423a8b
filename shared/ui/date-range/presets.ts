import { type DayRange, periodBefore, periodUntil } from '@portal/contracts/period'

/** Periods that are asked for often, none of them beyond `today` (`2026-11-20`). Weeks begin on Monday. */
export function presets(today: string): (DayRange & { name: string })[] {
  return [
    { name: 'Эта неделя', ...periodUntil(today, 'week') },
    { name: 'Прошлая неделя', ...periodBefore(today, 'week') },
    { name: 'Этот месяц', ...periodUntil(today, 'month') },
    { name: 'Прошлый месяц', ...periodBefore(today, 'month') },
  ]
}
