import {
  listPayoutCalls,
  listPayoutRecords,
  type PayoutCall,
  type PayoutDecision,
  type PayoutRecord,
  showPayoutRecord,
} from '@portal/contracts/admin/payout'
import type { ReconciliationLine } from '@portal/contracts/admin/reconciliation'
import { reasonTexts } from '@portal/contracts/decline-texts'
import { formatRubles } from '@portal/contracts/money-text'
import type { PayoutReason } from '@portal/contracts/payout'
import { plural } from '@portal/shared/format/plural'
import { isInReview, shortStatusText, statusTones } from '@portal/shared/order-details/payout-status'
import type { StatusTone } from '@portal/shared/ui/status-badge'
import { formatZonedMoment } from '../names.ts'

/** `Борис Ким, 12 400 ₽` */
export function nameAndAmount({ name, amount }: PayoutRecord): string {
  return `${name}, ${formatRubles(amount)}`
}

/** In few words, because it stands in a list. */
export function payoutStatus({ kind, status, review }: PayoutRecord): { text: string; tone: StatusTone } {
  const isAtBank = kind === 'payout' && status === 'processing'
  const text = isAtBank ? 'В банке' : shortStatusText({ kind, status, review: review ?? undefined })
  return { text, tone: statusTones[status] }
}

/** Waits for an operator, who releases or rejects it. */
export function isHeld({ status, review }: PayoutRecord): boolean {
  return isInReview({ status, review: review ?? undefined })
}

/** «ждёт» `21 минуту`, `2 часа`, `3 дня`; rounded down. */
export function ageText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return plural(minutes, 'минуту', 'минуты', 'минут')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? plural(hours, 'час', 'часа', 'часов') : plural(Math.floor(hours / 24), 'день', 'дня', 'дней')
}

export const responseTexts: Record<PayoutCall['response'], string> = {
  accepted: 'Принят, деньги у банка',
  paid: 'Выплачен',
  declined: 'Отклонён',
  unknown: 'Банк не знает этого платежа',
  none: 'Нет ответа',
  under_way: 'Запрос идёт',
  lost: 'Ответ потерян',
}

/** Why an order was rejected. A later API may have more reasons. */
export function reasonText({ reason, review }: Pick<PayoutRecord, 'reason' | 'review'>): string | null {
  if (review === 'rejected') return 'Не прошёл проверку оператора'
  return reason && (reasonTexts[reason as PayoutReason] ?? reason)
}

export const outcomeTexts: Record<PayoutDecision['outcome'], string> = {
  paid: 'Банк отправил деньги',
  returned: 'Деньги вернутся на баланс',
}

/** What an open decision waits for, and who books it. */
export function waitingText({ confirmed_by, effective_at }: PayoutDecision, now: number): string {
  const isEarly = Date.parse(effective_at) > now
  const when = isEarly ? `Записать можно после ${formatZonedMoment(effective_at)}.` : 'Можно записать.'
  return confirmed_by === null ? `${when} Сумму больше лимита запишет другой оператор.` : when
}

/** What shows a payout, and is read again after a change. */
export const payoutReads = [showPayoutRecord, listPayoutRecords, listPayoutCalls]

export const providers = [
  { value: 'yookassa', label: 'ЮKassa' },
  { value: 'sandbox', label: 'Песочница: деньги не уходят' },
]

/** A later API may have more providers. */
export function providerName(provider: string): string {
  return providers.find(({ value }) => value === provider)?.label ?? provider
}

/** How a provider's list differs from the portal's payouts. */
export const differenceTexts: Record<ReconciliationLine['kind'], string> = {
  missing: 'У провайдера нет платежа',
  foreign: 'Портал этого платежа не заказывал',
  doubled: 'Второй платёж за один вывод',
  amount: 'Суммы разные',
  status: 'Статусы разные',
}
