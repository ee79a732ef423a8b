import { expect, test } from 'vitest'
import { declineTexts } from './decline-texts.ts'
import type { PayoutReason } from './payout.ts'

// spec: 6.12
test.each<[PayoutReason | undefined, string, string]>([
  ['recipient_check_failed', 'Имя получателя не совпало.', 'Проверьте, на кого оформлены'],
  ['limit_exceeded', 'Превышен лимит.', 'Уменьшите сумму'],
  ['card_invalid', 'Карта недоступна, выберите другую.', 'Можно вывести и на телефон СБП'],
  ['bank_unavailable', 'Банк временно недоступен, попробуйте позже.', 'Или выберите другой способ'],
  ['general_decline', 'Банк отклонил вывод.', 'Узнайте причину в своём банке'],
  [undefined, 'Банк отклонил вывод.', 'Узнайте причину в своём банке'],
])('declined by %s: «%s», and what to do', (reason, why, advice) => {
  const texts = declineTexts({ kind: 'payout', ...(reason && { reason }) })
  expect(texts.why).toBe(why)
  expect(texts.advice).toContain(advice)
})

test.each([
  ['payout', 'Вывод не прошёл проверку.', 'Узнайте причину в поддержке: назовите номер вывода.'],
  ['transfer', 'Перевод не прошёл проверку.', 'Узнайте причину в поддержке: назовите номер перевода.'],
] as const)('a %s rejected by an operator: no bank has had a part in it', (kind, why, advice) => {
  expect(declineTexts({ kind, reason: 'general_decline', review: 'rejected' })).toEqual({ why, advice })
})
