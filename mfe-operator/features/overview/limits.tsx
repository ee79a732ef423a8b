import { getOverview, type PortalLimits } from '@portal/contracts/admin/overview'
import { formatRubles } from '@portal/contracts/money-text'
import { apiQuery } from '@portal/shared/http/query'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { useSuspenseQuery } from '@portal/shared/query'

/** The limits that are in force. */
export function Limits() {
  const { limits } = useSuspenseQuery(apiQuery(getOverview, {})).data
  return (
    <Facts>
      <Fact name="Вывод">{orderText(limits.payout)}</Fact>
      <Fact name="Перевод">{orderText(limits.transfer)}</Fact>
      <Fact name="За сутки после восстановления пароля, смены телефона или на новый способ вывода">
        {formatRubles(limits.lowered)}
      </Fact>
      <Fact name="Решает один оператор за сутки">{formatRubles(limits.decision)}</Fact>
      <Fact name="Одни чаевые">{`до ${formatRubles(limits.tip)}`}</Fact>
      <Fact name="Чаевые ресторана за час">{`до ${formatRubles(limits.tips_restaurant_hour)}`}</Fact>
      <Fact name="Все чаевые за час">{`до ${formatRubles(limits.tips_source_hour)}`}</Fact>
    </Facts>
  )
}

/** «от 100 ₽ до 50 000 ₽, за день 100 000 ₽, за месяц 600 000 ₽» */
function orderText({ min, max, day, month }: PortalLimits['payout']): string {
  const [from, to, daily, monthly] = [min, max, day, month].map(formatRubles)
  return `от ${from} до ${to}, за день ${daily}, за месяц ${monthly}`
}
