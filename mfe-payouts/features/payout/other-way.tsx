import type { Payout } from '@portal/contracts/payout'
import { listPayoutMethods, listPayoutTerms } from '@portal/contracts/payout-method'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { firstFreeWay, payoutWays } from '../../money-order/payout-way.ts'

type OtherWayProps = {
  payout: Payout
  /** Opens the form with the same amount and this method. */
  onRepeat: (payout: Payout, methodId: string) => void
}

/** Shown instead of another way if the security check has rejected the payout: another way would not help. */
export function HelpLink() {
  return (
    <ButtonLink full to="/settings/help">
      Помощь
    </ButtonLink>
  )
}

/** Leads from a declined payout to another method, one without a fee first; without another, to adding one. */
export function OtherWay({ payout, onRepeat }: OtherWayProps) {
  const restId = payout.restaurant.id
  const methods = useQuery(apiQuery(listPayoutMethods, { query: { restId } }))
  const terms = useQuery(apiQuery(listPayoutTerms, { params: { restId } }))
  if (methods.isPending || terms.isPending) {
    return (
      <Button full busy>
        Другой способ вывода
      </Button>
    )
  }

  const others = payoutWays(methods.data?.items ?? [], terms.data?.items ?? []).filter(
    (way) => way.terms && way.method.id !== payout.binding_id,
  )
  const other = firstFreeWay(others) ?? others[0]
  if (!other) {
    return (
      <ButtonLink full to="/settings/payout-methods">
        Другой способ вывода
      </ButtonLink>
    )
  }
  return (
    <Button full onClick={() => onRepeat(payout, other.method.id)}>
      {other.method.type === 'sbp' ? 'Вывести по СБП' : `Вывести на ${other.title}`}
    </Button>
  )
}
