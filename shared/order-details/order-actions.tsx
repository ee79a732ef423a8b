import type { Payout } from '@portal/contracts/payout'
import { listPayoutMethods, listPayoutTerms } from '@portal/contracts/payout-method'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { useEffect, useState } from 'react'
import { PayoutReceipt } from './payout-receipt.tsx'
import { isInReview } from './payout-status.ts'
import { firstFreeWay, payoutWays } from './payout-way.ts'

/** What helps after a decline: another way first. If the security check has rejected the order, no way would help. */
export function AfterDecline({ payout }: { payout: Payout }) {
  const canRepeat = useCanRepeat(payout)
  if (payout.review === 'rejected') {
    return (
      <ButtonLink full to="/settings/help">
        Связаться с поддержкой
      </ButtonLink>
    )
  }
  return canRepeat && <OtherWay payout={payout} />
}

/** Leads to the form, filled with the amount and the method of this withdrawal. */
export function Repeat({ payout }: { payout: Payout }) {
  if (!useCanRepeat(payout)) return null
  return (
    <ButtonLink variant="secondary" icon="retry" to={formAddress(payout, payout.binding_id)}>
      Повторить
    </ButtonLink>
  )
}

/** The form withdraws from the chosen restaurant only. */
function useCanRepeat(payout: Payout): boolean {
  const { restaurant } = useCurrentEmployee()
  const isDecided = !isInReview(payout) && payout.review !== 'rejected'
  return isDecided && payout.binding_id !== undefined && payout.restaurant.id === restaurant.id
}

/** Leads to another method, one without a fee first; without another, to adding one. */
function OtherWay({ payout }: { payout: Payout }) {
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
    <ButtonLink full to={formAddress(payout, other.method.id)}>
      {other.method.type === 'sbp' ? 'Вывести по СБП' : `Вывести на карту ${other.title}`}
    </ButtonLink>
  )
}

/** The page of withdrawals fills its form with what this address names. */
function formAddress({ amount }: Payout, methodId = ''): string {
  return `/out?${new URLSearchParams({ amount: String(Math.floor(amount)), to: methodId })}`
}

/** On paper the receipt replaces the page from the first press on. */
export function Receipt({ payout }: { payout: Payout }) {
  const [presses, setPresses] = useState(0)
  useEffect(() => {
    if (presses > 0) print()
  }, [presses])
  return (
    <>
      <Button variant="secondary" icon="print" onClick={() => setPresses(presses + 1)}>
        Квитанция
      </Button>
      {presses > 0 && <PayoutReceipt payout={payout} />}
    </>
  )
}
