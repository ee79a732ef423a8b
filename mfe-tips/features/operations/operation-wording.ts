import type { Operation, OperationStatus, OperationType } from '@portal/contracts/operation'
import type { StatusTone } from '@portal/shared/ui/status-badge'

const statusTones = {
  pending: 'progress',
  completed: 'positive',
  canceled: 'negative',
} satisfies Record<OperationStatus, StatusTone>

/** A completed loss is not a success. */
export function statusTone({ type, status }: Operation): StatusTone {
  const isLoss = type === 'chargeback' || type === 'correction_out'
  return isLoss && status === 'completed' ? 'neutral' : statusTones[status]
}

export const typeIcons = {
  tip: 'tips',
  payout: 'withdraw',
  transfer_in: 'arrow-in',
  transfer_out: 'arrow-out',
  refund: 'retry',
  correction_in: 'tips',
  correction_out: 'tips',
  chargeback: 'retry',
} as const satisfies Record<OperationType, string>
