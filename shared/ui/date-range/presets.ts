import dayjs from 'dayjs'
import 'dayjs/locale/ru'
import type { DayRange } from './date-range.tsx'

/** Periods that are asked for often, none of them beyond `today` (`2026-11-20`). Weeks begin on Monday. */
export function presets(today: string): (DayRange & { name: string })[] {
  const now = dayjs(today).locale('ru')
  const whole = (unit: 'week' | 'month', ago: number) => {
    const start = now.subtract(ago, unit).startOf(unit)
    const end = start.endOf(unit)
    return { from: textOf(start), to: textOf(end.isAfter(now) ? now : end) }
  }
  return [
    { name: 'Эта неделя', ...whole('week', 0) },
    { name: 'Прошлая неделя', ...whole('week', 1) },
    { name: 'Этот месяц', ...whole('month', 0) },
    { name: 'Прошлый месяц', ...whole('month', 1) },
  ]
}

function textOf(day: dayjs.Dayjs): string {
  return day.format('YYYY-MM-DD')
}
