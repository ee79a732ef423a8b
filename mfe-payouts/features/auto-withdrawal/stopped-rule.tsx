import type { AutoWithdrawal, AutoWithdrawalStop } from '@portal/contracts/auto-withdrawal'
import { DeclineReason } from '@portal/shared/order-details/decline-reason'
import { Notice } from '@portal/shared/ui/notice'
import { When } from '../../money-order/when.tsx'

const feeChangedText = 'Комиссия стала выше той, на которую вы согласились. Проверьте её и включите автовывод снова.'

const stopTexts = {
  user: 'Вы выключили автовывод. Прежние настройки сохранились.',
  refused: 'Последний вывод отклонён, деньги вернулись на баланс.',
  method_removed: 'Способ вывода, на который шли деньги, удалён. Выберите или добавьте другой.',
  method_changed: 'У телефона СБП сменился банк. Проверьте, куда выводить, и включите снова.',
  method_blocked: 'Способ вывода, на который шли деньги, больше не работает. Выберите или добавьте другой.',
  method_unavailable: 'Из этого ресторана туда больше вывести нельзя. Выберите другой способ.',
  dismissed: 'Вас убрали из команды ресторана. Включите снова, если автовывод ещё нужен.',
  account_blocked: 'Аккаунт отключали, сейчас он работает. Включите автовывод снова, если он нужен.',
  password_recovered: 'Пароль восстановили по коду из СМС. Проверьте, куда уходят деньги, и включите снова.',
} satisfies Record<AutoWithdrawalStop, string>

/** Explains why the rule is off, above what turns it on again. */
export function StoppedRule({ rule, reason }: { rule: AutoWithdrawal; reason: AutoWithdrawalStop }) {
  const { stopped, last_payout: payout } = rule
  return (
    <Notice
      tone={reason === 'user' ? 'info' : 'error'}
      title={reason === 'user' ? 'Автовывод выключен' : 'Автовывод остановлен'}
    >
      {stopped && (
        <p>
          <When at={stopped.at} />
        </p>
      )}
      <p>{stopped?.fee_changed ? feeChangedText : stopTexts[reason]}</p>
      {reason === 'refused' && payout && <DeclineReason payout={payout} />}
    </Notice>
  )
}
