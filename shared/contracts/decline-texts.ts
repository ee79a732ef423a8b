import type { Payout, PayoutReason } from './payout.ts'

export const reasonTexts = {
  recipient_check_failed: 'Имя получателя не совпало',
  limit_exceeded: 'Превышен лимит',
  card_invalid: 'Карта недоступна, выберите другую',
  bank_unavailable: 'Банк временно недоступен, попробуйте позже',
  general_decline: 'Банк отклонил вывод',
} satisfies Record<PayoutReason, string>

const reasonAdvice = {
  recipient_check_failed: 'Проверьте, на кого оформлены карта или телефон, или выберите другой способ.',
  limit_exceeded: 'Уменьшите сумму или попробуйте завтра.',
  card_invalid: 'Можно вывести и на телефон СБП.',
  bank_unavailable: 'Или выберите другой способ сейчас.',
  general_decline: 'Узнайте причину в своём банке или выберите другой способ.',
} satisfies Record<PayoutReason, string>

/** Why the bank, or an operator, has rejected an order, and what its user can do. The money is back on the balance. */
export function declineTexts({ kind, reason = 'general_decline', review }: Pick<Payout, 'kind' | 'reason' | 'review'>) {
  if (review !== 'rejected') return { why: `${reasonTexts[reason]}.`, advice: reasonAdvice[reason] }
  const [name, ofName] = kind === 'payout' ? ['Вывод', 'вывода'] : ['Перевод', 'перевода']
  return { why: `${name} не прошёл проверку.`, advice: `Узнайте причину в поддержке: назовите номер ${ofName}.` }
}
