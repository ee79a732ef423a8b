import { Notice } from '@portal/shared/ui/notice'
import type { Refusal } from './order-machine.ts'

const common: Record<string, string> = {
  not_created: 'Ответ не пришёл, мы проверили: её нет на сервере. Можно отправить ещё раз.',
  insufficient_funds: 'На балансе уже не хватает денег на эту сумму.',
  otp_invalid: 'Неверный код. Отправьте ещё раз и введите новый.',
  otp_expired: 'Код устарел. Отправьте ещё раз и введите новый.',
  otp_blocked: 'Слишком много попыток. Повторите через 15 минут.',
}

type RefusalNoticeProps = {
  refusal: Refusal
  /** By code: what only this kind of order is refused for. */
  texts: Readonly<Record<string, string>>
  otherwise: string
}

/** Why the filled form is here again. Nothing of it is lost, and no money has moved. */
export function RefusalNotice({ refusal, texts, otherwise }: RefusalNoticeProps) {
  return (
    <Notice tone="error" title="Заявка не создана, деньги не списаны">
      {texts[refusal.code] ?? common[refusal.code] ?? otherwise}
    </Notice>
  )
}
