import type { OperatorProposal } from '@portal/contracts/admin/proposal'
import { fieldText } from '../audit/field-texts.ts'

const titles: Record<string, string> = {
  restaurant_created: 'Добавить ресторан',
  restaurant_changed: 'Изменить ресторан',
  employee_changed: 'Назначить основного сотрудника',
  reconciliation_line_closed: 'Закрыть различие сверки',
  payout_released: 'Отпустить придержанный вывод или перевод',
  right_granted: 'Дать право',
}

export function proposalTitle({ action }: Pick<OperatorProposal, 'action'>): string {
  return titles[action] ?? action
}

/** «название: Ива», «доля комиссии, %: 50» */
export function changeTexts({ change }: Pick<OperatorProposal, 'change'>): string[] {
  return Object.entries(change).flatMap(([field, value]) => (field === 'is_default' ? [] : [fieldText(field, [value])]))
}
