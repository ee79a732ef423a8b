import type { OperationStatus, OperationType } from './operation.ts'

// The screens and the CSV file have the same texts.

export const typeNames = {
  tip: 'Чаевые',
  payout: 'Вывод средств',
  transfer_in: 'Входящий перевод',
  transfer_out: 'Исходящий перевод',
  refund: 'Возврат',
  correction_in: 'Исправление чаевых',
  correction_out: 'Исправление чаевых',
  chargeback: 'Возврат чаевых гостю',
} satisfies Record<OperationType, string>

const statusTexts = {
  tip: { pending: 'К зачислению', completed: 'Зачислено', canceled: 'Отменено' },
  payout: { pending: 'В обработке', completed: 'Выплачено', canceled: 'Отклонено' },
  transfer_in: { pending: 'В обработке', completed: 'Получено', canceled: 'Отменено' },
  transfer_out: { pending: 'В обработке', completed: 'Переведено', canceled: 'Отклонено' },
  refund: { pending: 'В обработке', completed: 'Возвращено', canceled: 'Отменено' },
  correction_in: { pending: 'К зачислению', completed: 'Зачислено', canceled: 'Отменено' },
  correction_out: { pending: 'К списанию', completed: 'Списано', canceled: 'Отменено' },
  chargeback: { pending: 'К списанию', completed: 'Списано', canceled: 'Отменено' },
} satisfies Record<OperationType, Record<OperationStatus, string>>

export function statusText({ type, status }: { type: OperationType; status: OperationStatus }): string {
  return statusTexts[type][status]
}
