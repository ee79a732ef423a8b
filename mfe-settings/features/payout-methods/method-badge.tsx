import type { PayoutMethod } from '@portal/contracts/payout-method'
import { StatusBadge } from '@portal/shared/ui/status-badge'

/** A method that no money can be sent to is not called the main one. */
export function MethodBadge({ method: { type, status, is_default } }: { method: PayoutMethod }) {
  if (status === 'blocked') return <StatusBadge tone="negative">Не работает</StatusBadge>
  return is_default && <StatusBadge tone="positive">{type === 'card' ? 'Основная' : 'Основной'}</StatusBadge>
}
