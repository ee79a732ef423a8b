import type { DayTotals, Operation } from '@portal/contracts/operation'
import { toDay } from '@portal/shared/format/date'

export type OperationsDay = {
  date: string
  /** The totals count the whole day, including operations on the next page. */
  totals: DayTotals | undefined
  operations: Operation[]
}

/** Preserves the order of the list: newest first. */
export function byDay(operations: readonly Operation[], dayTotals: readonly DayTotals[]): OperationsDay[] {
  const totals = new Map(dayTotals.map((day) => [day.date, day]))
  const days: OperationsDay[] = []
  for (const operation of operations) {
    const date = toDay(operation.created_at)
    const day = days.at(-1)
    if (day?.date === date) day.operations.push(operation)
    else days.push({ date, totals: totals.get(date), operations: [operation] })
  }
  return days
}
