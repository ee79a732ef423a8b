import type { AutoWithdrawalSchedule } from '@portal/contracts/auto-withdrawal-rule'
import { hourText } from '@portal/contracts/date-text'
import { formatRubles } from '@portal/contracts/money-text'

/** «Каждый день в 09:00», «Как только на балансе 5 000 ₽». */
export function scheduleText(schedule: AutoWithdrawalSchedule): string {
  return schedule.kind === 'daily'
    ? `Каждый день в ${hourText(schedule.hour)}`
    : `Как только на балансе ${formatRubles(schedule.amount)}`
}
