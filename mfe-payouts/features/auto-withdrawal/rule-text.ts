import type { AutoWithdrawalStop } from '@portal/contracts/auto-withdrawal'
import type { AutoWithdrawalSchedule } from '@portal/contracts/auto-withdrawal-rule'
import { hourText } from '@portal/contracts/date-text'
import { formatRubles } from '@portal/contracts/money-text'

/** «Каждый день в 09:00», «Как только на балансе 5 000 ₽». */
export function scheduleText(schedule: AutoWithdrawalSchedule): string {
  return schedule.kind === 'daily'
    ? `Каждый день в ${hourText(schedule.hour)}`
    : `Как только на балансе ${formatRubles(schedule.amount)}`
}

export const feeChangedText = 'Комиссия стала выше той, на которую вы согласились. Проверьте её и включите снова.'

export const stopTexts = {
  user: 'Вы выключили автовывод. Прежние настройки остались ниже.',
  refused: 'Последний вывод не прошёл, деньги вернулись на баланс.',
  method_removed: 'Карта или телефон, куда шли деньги, удалены. Выберите, куда выводить теперь.',
  method_changed: 'У телефона СБП сменился банк. Проверьте, куда выводить, и включите снова.',
  method_blocked: 'Карта или телефон, куда шли деньги, заблокированы. Выберите другой способ.',
  method_unavailable: 'Ресторан больше не выплачивает туда, куда шли деньги. Выберите другой способ.',
  dismissed: 'Вас убрали из команды ресторана. Включите снова, если автовывод ещё нужен.',
  account_blocked: 'Ваш аккаунт был заблокирован.',
  password_recovered: 'Пароль восстановили по коду из СМС. Проверьте, куда уходят деньги, и включите снова.',
} satisfies Record<AutoWithdrawalStop, string>
