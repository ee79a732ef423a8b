import type { Operation } from '@portal/shared/contracts/operation'
import { dayOf } from '@portal/shared/format/date'

export type OperationsDay = {
  date: string
  /** Rubles in minus rubles out, of the whole day: also of operations on the next page. */
  total: number
  operations: Operation[]
}

/** Keeps the order of the list: newest first. */
export function byDay(
  operations: readonly Operation[],
  dayTotals: readonly { date: string; total: number }[],
): OperationsDay[] {
  const totals = new Map(dayTotals.map(({ date, total }) => [date, total]))
  const days: OperationsDay[] = []
  for (const operation of operations) {
    const date = dayOf(operation.created_at)
    const day = days.at(-1)
    if (day?.date === date) day.operations.push(operation)
    else days.push({ date, total: totals.get(date) ?? 0, operations: [operation] })
  }
  return days
}
