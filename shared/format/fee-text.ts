import { formatRubles } from '@portal/contracts/money-text'
import type { Fee } from '@portal/contracts/payout-fee'

/** «Комиссия 1,5 %, не меньше 15 ₽». */
export function feeText({ percent, fixed, min }: Fee): string {
  const parts = [
    ...(percent > 0 ? [`${percent.toLocaleString('ru-RU')}\u00A0%`] : []),
    ...(fixed > 0 ? [formatRubles(fixed)] : []),
  ]
  if (parts.length === 0) return min > 0 ? `Комиссия ${formatRubles(min)}` : 'Без комиссии'
  return `Комиссия ${parts.join(' и ')}${min > 0 ? `, не меньше ${formatRubles(min)}` : ''}`
}
