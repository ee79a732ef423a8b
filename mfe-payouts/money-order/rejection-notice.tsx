import { overloadReason, tooOften } from '@portal/shared/format/failure-text'
import { Notice } from '@portal/shared/ui/notice'
import type { Rejection } from './order-machine.ts'

function inAMinute({ code }: Rejection): string {
  return `${overloadReason(code)} Попробуйте через минуту.`
}

const common: Record<string, string | ((rejection: Rejection) => string)> = {
  not_created: 'Связь прервалась. Мы проверили: деньги не ушли. Попробуйте ещё раз.',
  insufficient_funds: 'На балансе уже меньше. Уменьшите сумму.',
  limit_exceeded: 'Больше лимита. Уменьшите сумму: остаток лимита — в «Настройки» → «Лимиты».',
  too_many_orders:
    'За сутки слишком много выводов и переводов. Следующий можно отправить через сутки после первого из них.',
  quote_changed: 'Комиссия изменилась. Проверьте новую ниже и попробуйте ещё раз.',
  confirm_again: 'Это не похоже на ваши обычные выводы и переводы. Попробуйте ещё раз и подтвердите новым кодом.',
  otp_invalid: 'Код не подошёл. Попробуйте ещё раз: пришлём новый.',
  otp_expired: 'Код устарел. Попробуйте ещё раз: пришлём новый.',
  otp_blocked: tooOften,
  passkey_expired: 'Время на подтверждение вышло. Попробуйте ещё раз.',
  passkey_invalid: 'Ключ доступа не подошёл. Попробуйте ещё раз и подтвердите кодом из СМС.',
  too_often: tooOften,
  database_failover: inAMinute,
  overloaded: inAMinute,
  too_many_requests: inAMinute,
}

type RejectionNoticeProps = {
  rejection: Rejection | undefined
  /** Texts by error code that only this kind of order can get. */
  texts?: Readonly<Record<string, string>>
  otherwise?: string
}

/** Shows why the filled form is open again. Nothing of it is lost, and no money has moved. */
export function RejectionNotice({ rejection, texts = {}, otherwise = '' }: RejectionNoticeProps) {
  if (!rejection) return null
  const text = texts[rejection.code] ?? common[rejection.code] ?? otherwise
  return (
    <Notice tone="error" title="Не отправлено, деньги не списаны">
      {typeof text === 'function' ? text(rejection) : text}
    </Notice>
  )
}
