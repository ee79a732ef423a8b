import type { Payout, PayoutStatus } from '@portal/contracts/payout'
import { useIsOver } from '@portal/shared/session/today'
import type { StatusTone } from '@portal/shared/ui/status-badge'

const declined = 'Отклонено, деньги возвращены на баланс'

const statusTexts = {
  payout: {
    pending: 'В обработке',
    processing: 'Отправлено в банк',
    succeeded: 'Выплачено',
    canceled: declined,
  },
  // A transfer involves no bank.
  transfer: {
    pending: 'В обработке',
    processing: 'В обработке',
    succeeded: 'Переведено',
    canceled: declined,
  },
} satisfies Record<Payout['kind'], Record<PayoutStatus, string>>

export function statusText({ kind, status, review }: Pick<Payout, 'kind' | 'status' | 'review'>): string {
  if (isInReview({ status, review })) return 'На проверке'
  return statusTexts[kind][status]
}

/** Returns a shorter status for a list, where the struck sum already shows that the money is back. */
export function shortStatusText(payout: Parameters<typeof statusText>[0]): string {
  return payout.status === 'canceled' ? 'Отклонено' : statusText(payout)
}

/** The order is unusual, and an operator has not decided yet. */
export function isInReview({ status, review }: Pick<Payout, 'status' | 'review'>): boolean {
  return review === 'open' && status === 'pending'
}

/** A payout that is on its way takes longer than usual. */
export function useIsLate(payout: Pick<Payout, 'status' | 'expected_at'>): boolean {
  // No payout is expected at the end of time.
  const isOver = useIsOver(payout.expected_at ?? '9999-12-31T00:00:00Z')
  return isOver && isInFlight(payout)
}

export const reviewNotes = {
  payout:
    'Вывод необычный, его проверит сотрудник поддержки. Деньги пока отложены: если вывод отклонят, они вернутся на баланс.',
  transfer:
    'Перевод необычный, его проверит сотрудник поддержки. Деньги пока отложены, коллеге не пришли: если перевод отклонят, они вернутся на баланс.',
} satisfies Record<Payout['kind'], string>

export const statusTones = {
  pending: 'progress',
  processing: 'progress',
  succeeded: 'positive',
  canceled: 'negative',
} satisfies Record<PayoutStatus, StatusTone>

/** The outcome of an order: the money has arrived, is on its way, or was returned. */
export type Outcome = 'done' | 'waiting' | 'declined'

export function toOutcome({ status }: Pick<Payout, 'status'>): Outcome {
  return outcomes[status]
}

const outcomes = {
  pending: 'waiting',
  processing: 'waiting',
  succeeded: 'done',
  canceled: 'declined',
} satisfies Record<PayoutStatus, Outcome>

export function isInFlight({ status }: Pick<Payout, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
}
