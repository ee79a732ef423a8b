import { formatRubles } from '@portal/contracts/money-text'
import type { LoweredLimit } from '@portal/contracts/payout-method'
import { formatUntil } from '@portal/shared/format/until'
import { Notice } from '@portal/shared/ui/notice'

type LoweredLimitProps = {
  /** Rubles that may leave until then. */
  max: number
  lowered: LoweredLimit
}

/** Why less money may leave than on other days, and until when. */
export function LoweredLimitNotice({ max, lowered: { reason, until } }: LoweredLimitProps) {
  return (
    <Notice tone="info">{`До ${formatUntil(until)}\u00A0— не больше ${formatRubles(max)} в день: ${reason}.`}</Notice>
  )
}
