import type { Employee } from '@portal/contracts/employee'
import { formatRubles } from '@portal/contracts/money-text'
import type { LoweredLimit } from '@portal/contracts/payout-method'
import { formatMoment } from '@portal/shared/format/date'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Notice } from '@portal/shared/ui/notice'
import { useState } from 'react'

/** Returns the employee that the page was opened for: the money leaves there, even if another is chosen meanwhile. */
export function useOpenedEmployee(): Employee {
  const current = useCurrentEmployee()
  const [opened] = useState(current)
  return opened
}

/** Says from which restaurant the money leaves, if another one was chosen since the page was opened. */
export function OtherRestaurantNotice({ employee }: { employee: Employee }) {
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
  return <Notice tone="info">{`До ${formatMoment(until)}\u00A0— не больше ${formatRubles(max)}: ${reason}.`}</Notice>
}
