import { formatRubles } from '@portal/contracts/money-text'
import { type PushMessage, sharesTag, tipsTag } from '@portal/contracts/push-message'
import type { MessageKind } from './add-push-events.ts'

/** `amount` is in kopecks, and null if it is hidden. */
type Happened = { kind: MessageKind; count: number; amount: number | null }

/** The text of a message. It names no user, phone or card, because others may see the screen. */
export function pushText({ kind, count, amount }: Happened): Omit<PushMessage, 'badge'> {
  const sum = amount === null ? null : formatRubles(amount / 100)
  const many = count > 1
  switch (kind) {
    case 'tip':
      return {
        title: 'Новые чаевые',
        body: received('Вам оставили', count, sum),
        url: '/',
        tag: tipsTag,
      }
    case 'share':
      return {
        title: 'С вами поделились чаевыми',
        body: received('Вам перевели', count, sum),
        url: '/',
        tag: sharesTag,
      }
    case 'shift':
      return {
        title: 'Итог смены',
        body: `${sum ? `${sum} от ` : 'Чаевые от '}${guests(count)}`,
        url: '/',
        tag: 'shift',
      }
    case 'payout_paid':
      return {
        title: many ? `Выплачено: ${payouts(count)}` : 'Вывод выплачен',
        body: sum ? `Вам отправлено ${sum}` : 'Деньги отправлены',
        url: '/billing',
        tag: 'payouts-paid',
      }
    case 'payout_failed':
      return {
        title: many ? `Отклонено: ${payouts(count)}` : 'Вывод отклонён',
        body: sum ? `${sum} снова на балансе` : 'Деньги снова на балансе',
        url: '/billing',
        tag: 'payouts-failed',
      }
    case 'auto_stopped':
      return {
        title: 'Автовывод остановлен',
        body: 'Деньги остаются на балансе. Посмотрите, в чём дело',
        url: '/out/auto',
        tag: 'auto-stopped',
      }
    case 'method':
      return {
        title: 'Способы вывода изменились',
        body: 'Проверьте их. Если это не вы, сразу восстановите пароль',
        url: '/settings/payout-methods',
        tag: 'methods',
      }
  }
}

/** «Вам оставили 300 ₽», «Вам оставили 2 раза, всего 1 200 ₽»; without the sum «Посмотрите, сколько». */
function received(verb: string, count: number, sum: string | null): string {
  if (count > 1) return `${verb} ${times(count)}${sum ? `, всего ${sum}` : ''}`
  return sum ? `${verb} ${sum}` : 'Посмотрите, сколько'
}

const rules = new Intl.PluralRules('ru-RU')

/** `2` → `2 раза` */
function times(count: number): string {
  return counted(count, 'раз', 'раза', 'раз')
}

/** `21` → `21 гостя`, after «от» */
function guests(count: number): string {
  return counted(count, 'гостя', 'гостей', 'гостей')
}

/** `21` → `21 вывод` */
function payouts(count: number): string {
  return counted(count, 'вывод', 'вывода', 'выводов')
}

function counted(count: number, one: string, few: string, many: string): string {
  const form = rules.select(count)
  return `${count}\u00A0${form === 'one' ? one : form === 'few' ? few : many}`
}
