import type { Payout } from '@portal/shared/contracts/payout'
import { reasonAdvice, reasonTexts } from './payout-status.ts'

/** Why the bank, or an operator, said no, and what to do. */
export function DeclineReason({ payout }: { payout: Pick<Payout, 'kind' | 'reason' | 'review'> }) {
  if (payout.review === 'rejected') {
    return (
      <>
        <p>{payout.kind === 'transfer' ? 'Перевод не прошёл проверку.' : 'Заявка не прошла проверку.'}</p>
        <p>Узнайте причину в поддержке: назовите номер заявки.</p>
      </>
    )
  }
  const { reason = 'general_decline' } = payout
  return (
    <>
      <p>{reasonTexts[reason]}.</p>
      <p>{reasonAdvice[reason]}</p>
    </>
  )
}
