import { lockDelays } from '@portal/contracts/app-lock'
import { plural } from '@portal/shared/format/plural'

/** `0` → «Сразу», `5` → «Через 5 минут» */
export function delayText(minutes: number): string {
  return minutes === 0 ? 'Сразу' : `Через ${plural(minutes, 'минуту', 'минуты', 'минут')}`
}

export const delayOptions = lockDelays.map((minutes) => ({ value: String(minutes), label: delayText(minutes) }))
