import type { Payout } from '@portal/contracts/payout'
import { reasonAdvice, reasonTexts } from './payout-status.ts'

/** Shows why the bank, or an operator, has rejected the order, and what to do. */
export function DeclineReason({ payout }: { payout: Pick<Payout, 'kind' | 'reason' | 'review'> }) {
  if (payout.review === 'rejected') {
    const [text, number] = rejectedTexts[payout.kind]
    return (
      <>
        <p>{text}</p>
        <p>{`Узнайте причину в поддержке: назовите номер ${number}.`}</p>
      </>
    )
  }
  const { reason = 'general_decline' } = payout
  return (
    <>
      <p>{`${reasonTexts[reason]}.`}</p>
      <p>{reasonAdvice[reason]}</p>
    </>
  )
}

const rejectedTexts = {
  payout: ['Заявка не прошла проверку.', 'заявки'],
  transfer: ['Перевод не прошёл проверку.', 'перевода'],
} as const satisfies Record<Payout['kind'], readonly [string, string]>
