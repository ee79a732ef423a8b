import type { Operation, OperationStatus, OperationType } from '@portal/shared/contracts/operation'
import type { StatusTone } from '@portal/shared/ui/status-badge'

const statusTexts = {
  tip: { pending: 'К зачислению', completed: 'Зачислено', canceled: 'Отменено' },
  payout: { pending: 'В обработке', completed: 'Выплачено', canceled: 'Отклонено' },
  transfer_in: { pending: 'В обработке', completed: 'Получено', canceled: 'Отменено' },
  transfer_out: { pending: 'В обработке', completed: 'Переведено', canceled: 'Отменено' },
  refund: { pending: 'В обработке', completed: 'Возвращено', canceled: 'Отменено' },
} satisfies Record<OperationType, Record<OperationStatus, string>>

export function statusText({ type, status }: Operation): string {
  return statusTexts[type][status]
}

export const statusTones = {
  pending: 'progress',
  completed: 'positive',
  canceled: 'negative',
} satisfies Record<OperationStatus, StatusTone>

export const typeNames = {
  tip: 'Чаевые',
  payout: 'Вывод средств',
  transfer_in: 'Входящий перевод',
  transfer_out: 'Исходящий перевод',
  refund: 'Возврат',
} satisfies Record<OperationType, string>

export const typeIcons = {
  tip: 'tips',
  payout: 'withdraw',
  transfer_in: 'arrow-in',
  transfer_out: 'arrow-out',
  refund: 'retry',
} as const satisfies Record<OperationType, string>
