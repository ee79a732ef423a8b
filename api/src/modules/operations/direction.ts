import type { Operation } from '@portal/contracts/operation'
import type { OperationType } from './feed.ts'

const directions = {
  tip: 'in',
  payout: 'out',
  transfer_in: 'in',
  transfer_out: 'out',
  refund: 'in',
  correction_in: 'in',
  correction_out: 'out',
  chargeback: 'out',
} satisfies Record<OperationType, Operation['direction']>

export function directionOf(type: OperationType): Operation['direction'] {
  return directions[type]
}
