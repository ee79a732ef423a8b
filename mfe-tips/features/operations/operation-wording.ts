import type { OperationStatus, OperationType } from '@portal/contracts/operation'
import type { StatusTone } from '@portal/shared/ui/status-badge'

export const statusTones = {
  pending: 'progress',
  completed: 'positive',
  canceled: 'negative',
} satisfies Record<OperationStatus, StatusTone>

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
