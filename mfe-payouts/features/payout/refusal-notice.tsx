import { Notice } from '@portal/shared/ui/notice'
import type { Refusal } from '../../money-order/order-machine.ts'

const texts: Record<string, string> = {
  not_created: 'Ответ не пришёл, мы проверили: её нет на сервере. Можно отправить ещё раз.',
  insufficient_funds: 'На балансе уже не хватает денег на эту сумму.',
  limit_exceeded: 'Превышен лимит. Уменьшите сумму или попробуйте завтра.',
  below_minimum: 'Сумма меньше минимальной.',
  otp_invalid: 'Неверный код. Отправьте ещё раз и введите новый.',
  otp_expired: 'Код устарел. Отправьте ещё раз и введите новый.',
  otp_blocked: 'Слишком много попыток. Повторите через 15 минут.',
}

/** Why the filled form is here again. Nothing of it is lost, and no money has moved. */
export function RefusalNotice({ refusal }: { refusal: Refusal }) {
  return (
    <Notice tone="error" title="Заявка не создана, деньги не списаны">
      {texts[refusal.code] ?? 'Проверьте способ и сумму и попробуйте ещё раз.'}
    </Notice>
  )
}
