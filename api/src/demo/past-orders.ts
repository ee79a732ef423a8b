import type { PayoutReason } from '@portal/contracts/payout'
import { anna, boris, type DemoUser, dmitry, ekaterina, galina, type Job } from './demo-users.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A withdrawal or transfer of the past. Its amount is a share of the balance then, in whole hundreds of rubles. */
export type PastOrder = {
  at: Date
  payer: DemoUser
  job: Job
  share: number
  /** The index of the payer's method in the order of the portal's list; absent for a transfer. */
  methodIndex?: number
  reason?: PayoutReason
  recipient?: Job
  comment?: string
}

const requireJob = ({ jobs: [job] }: DemoUser): Job => {
  if (!job) throw new Error('a demo user has no job')
  return job
}

/** Oldest first. */
export function pastOrders(now: Date): PastOrder[] {
  const ago = (days: number, minutes = 0) => new Date(+now - days * DAY_MS - minutes * 60_000)
  const withdrawals = [104, 93, 82, 71, 62, 51, 43, 34, 26, 19, 12, 5].map(
    (days, index): PastOrder => ({
      at: ago(days, index * 37),
      payer: anna,
      job: anna.jobs[0],
      share: 0.5,
      methodIndex: index % 3 === 1 ? 1 : 0,
    }),
  )
  const transfers: PastOrder[] = [
    { days: 97, to: boris, comment: 'За банкет в субботу' },
    { days: 66, to: ekaterina },
    { days: 38, to: boris, comment: 'Твоя доля за пятницу' },
    { days: 15, to: dmitry, comment: 'Спасибо, что подменил' },
    { days: 3, to: boris, comment: 'За вечер вторника' },
  ].map(({ days, to, comment }) => ({
    at: ago(days, 15),
    payer: anna,
    job: anna.jobs[0],
    share: 0.2,
    recipient: requireJob(to),
    ...(comment && { comment }),
  }))
  const others: PastOrder[] = [
    { at: ago(20, 90), payer: anna, job: anna.jobs[0], share: 0.3, methodIndex: 1, reason: 'recipient_check_failed' },
    { at: ago(48), payer: anna, job: anna.jobs[1], share: 0.5, methodIndex: 0 },
    { at: ago(17), payer: anna, job: anna.jobs[1], share: 0.4, methodIndex: 0 },
    { at: ago(59, 20), payer: galina, job: galina.jobs[0], share: 0.2, recipient: anna.jobs[1], comment: 'За свадьбу' },
    { at: ago(10, 45), payer: galina, job: galina.jobs[0], share: 0.2, recipient: anna.jobs[1] },
    { at: ago(45), payer: boris, job: requireJob(boris), share: 0.6, methodIndex: 0 },
    { at: ago(9), payer: boris, job: requireJob(boris), share: 0.5, methodIndex: 0 },
  ]
  return [...withdrawals, ...transfers, ...others].sort((a, b) => +a.at - +b.at)
}
