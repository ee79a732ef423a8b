import type { Employee } from '@portal/contracts/employee'
import { formatRubles } from '@portal/contracts/money-text'
import type { LoweredLimit } from '@portal/contracts/payout-method'
import { formatMoment } from '@portal/shared/format/date'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Notice } from '@portal/shared/ui/notice'

/**
 * Money leaves the restaurant that the page was opened for, even if another is chosen elsewhere meanwhile. This shows
 * the difference.
 */
export function OpenedFor({ employee }: { employee: Employee }) {
  if (useCurrentEmployee().id === employee.id) return null
  return (
    <Notice tone="info">{`Эта страница открыта для ресторана «${employee.restaurant.name}»: деньги уйдут оттуда.`}</Notice>
  )
}

type LoweredLimitProps = {
  /** Rubles that may leave until then. */
  max: number
  lowered: LoweredLimit
}

/** Why less money may leave than on other days, and until when. */
export function LoweredLimitNotice({ max, lowered: { reason, until } }: LoweredLimitProps) {
  return (
    <Notice tone="info">{`До ${formatMoment(until)}\u00A0— не больше ${formatRubles(max)} в день: ${reason}.`}</Notice>
  )
}
