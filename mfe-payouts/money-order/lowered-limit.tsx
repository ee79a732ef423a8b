import { formatRubles } from '@portal/contracts/money-text'
import type { LoweredLimit } from '@portal/contracts/payout-method'
import { formatMoment } from '@portal/shared/format/date'
import { Notice } from '@portal/shared/ui/notice'

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
