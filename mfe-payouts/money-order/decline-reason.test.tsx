import type { PayoutReason } from '@portal/contracts/payout'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DeclineReason } from './decline-reason.tsx'

// spec: 6.12
test.each<[PayoutReason | undefined, string, string]>([
  ['recipient_check_failed', 'Имя получателя не совпало.', 'Проверьте, на кого оформлены'],
  ['limit_exceeded', 'Превышен лимит.', 'Уменьшите сумму'],
  ['card_invalid', 'Карта недоступна, выберите другую.', 'Можно вывести и на телефон СБП'],
  ['bank_unavailable', 'Банк временно недоступен, попробуйте позже.', 'Или выберите другой способ'],
  ['general_decline', 'Банк отклонил вывод.', 'Узнайте причину в банке'],
  [undefined, 'Банк отклонил вывод.', 'Узнайте причину в банке'],
])('declined by %s: «%s», and what to do', (reason, text, advice) => {
  const { container } = render(<DeclineReason payout={{ kind: 'payout', ...(reason && { reason }) }} />)
  const [why, what] = container.querySelectorAll('p')
  expect(why?.textContent).toBe(text)
  expect(what?.textContent).toContain(advice)
})

test.each([
  ['payout', 'Заявка не прошла проверку.Узнайте причину в поддержке: назовите номер заявки.'],
  ['transfer', 'Перевод не прошёл проверку.Узнайте причину в поддержке: назовите номер перевода.'],
] as const)('a %s rejected by an operator: no bank has had a part in it', (kind, text) => {
  const { container } = render(<DeclineReason payout={{ kind, reason: 'general_decline', review: 'rejected' }} />)
  expect(container.textContent).toBe(text)
})
