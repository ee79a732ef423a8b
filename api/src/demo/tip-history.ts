import { addDays, dayIn, weekdayNumber } from '@portal/contracts/calendar'
import type { IncomingTip } from '@portal/contracts/ingest'
import { comments } from './comments.ts'
import type { Job } from './demo-users.ts'
import { createRandom, pick } from './random.ts'

const HOUR_MS = 60 * 60 * 1000

/** Small tips are more frequent. */
const TIP_RUBLES = [
  50, 100, 100, 100, 150, 150, 200, 200, 200, 250, 300, 300, 350, 400, 500, 500, 700, 1000, 1500, 87, 135, 262.5,
]
/** The hours in which guests pay, at lunch and in the evening. */
const GUEST_HOURS = [12, 13, 14, 16, 18, 19, 19, 20, 20, 21, 21, 22, 22, 23]

/** Returns the tips of a job in the last `days`, oldest first. They depend only on the day and the job. */
export function tipHistory(job: Job, days: number, now: Date): IncomingTip[] {
  const today = dayIn('Europe/Moscow', now)
  return Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days))
    .flatMap((day) => shift(job, day))
    .filter(({ paid_at }) => Date.parse(paid_at) < +now)
}

function shift(job: Job, day: string): IncomingTip[] {
  const weekday = weekdayNumber(day)
  if (!job.weekdays.includes(weekday)) return []
  const random = createRandom(`${job.id} ${day}`)
  // The employee misses one shift in twelve.
  if (random() < 1 / 12) return []
  const isBusy = weekday >= 5 && weekday <= 6
  const count = Math.round(job.strength * (isBusy ? 1.7 : 1) * (0.7 + random() * 0.6))
  const midnight = Date.parse(`${day}T00:00:00+03:00`)
  return Array.from({ length: count }, (_, index) => {
    const paidAt = midnight + pick(random, GUEST_HOURS) * HOUR_MS + Math.floor(random() * HOUR_MS)
    return demoTip(random, `demo:${job.id}:${day}:${index}`, job.id, new Date(paidAt))
  }).sort((a, b) => a.paid_at.localeCompare(b.paid_at))
}

/** Creates a tip. Two of three guests rate it, and one of four writes a comment. */
export function demoTip(random: () => number, externalId: string, employeeId: string, paidAt: Date): IncomingTip {
  return {
    external_id: externalId,
    employee_id: employeeId,
    amount: pick(random, TIP_RUBLES),
    paid_at: paidAt.toISOString(),
    status: 'completed',
    ...(random() < 2 / 3 && { rating: pick(random, [5, 5, 5, 5, 5, 4, 4, 3]) }),
    ...(random() < 1 / 4 && { comment: pick(random, comments) }),
  }
}
