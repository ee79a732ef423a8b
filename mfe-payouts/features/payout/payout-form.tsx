import { getBalance } from '@portal/contracts/balance'
import type { Employee } from '@portal/contracts/employee'
import { listPayoutMethods, listPayoutTerms } from '@portal/contracts/payout-method'
import { apiQuery } from '@portal/shared/http/query'
import { allClosedText, payoutWays, preselectedWay } from '@portal/shared/order-details/payout-way'
import { useSuspenseQueries } from '@portal/shared/query'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { startTransition, useState } from 'react'
import { useAllAtOnce } from '../../money-order/all-at-once.ts'
import type { MoneyOrderFlow } from '../../money-order/money-order.ts'
import { NoMethod } from '../../money-order/no-method.tsx'
import { AvailableBalance } from '../../money-order/order-amount.tsx'
import { changeDraft, type OrderDraft, storedDraft } from '../../money-order/order-draft.ts'
import { LoweredLimitNotice } from '../../money-order/order-notices.tsx'
import { RejectionNotice } from '../../money-order/rejection-notice.tsx'
import { ConfirmPayout } from './confirm-payout.tsx'
import { canWithdraw, largestAmount, payoutQuote } from './payout-amount.ts'
import { PayoutAmountForm } from './payout-amount-form.tsx'
import { WayField } from './way-field.tsx'

const errorTexts = {
  below_minimum: 'Сумма меньше минимальной. Увеличьте её.',
  binding_blocked: 'Этот способ заблокирован. Выберите другой.',
  binding_unsupported:
    'Из этого ресторана на эту карту больше вывести нельзя. Добавьте её ещё раз или выберите другой способ.',
  not_found: 'Этого способа больше нет. Выберите другой.',
}
const otherError = 'Проверьте способ и сумму и попробуйте ещё раз.'

type PayoutFormProps = { employee: Employee; flow: MoneyOrderFlow }

/** Asks where to and how much. The sheet then asks for the code or the passkey. */
export function PayoutForm({ employee, flow }: PayoutFormProps) {
  const { id: restId, name: restaurant } = employee.restaurant
  const { draft, change } = usePayoutDraft(employee.id)
  const { ways, way, limits, allTerms, balance } = usePayoutWays(restId, draft.toId)
  const all = limits ? largestAmount(limits) : null

  // «Вывести всё» of another page (`/out?amount=all`): the form begins with the largest amount and asks to confirm it.
  const isAll = useAllAtOnce(() => {
    if (limits && canWithdraw(all, limits)) askToConfirm(all)
  })

  function askToConfirm(amount: number, to = way) {
    if (!to?.terms) return
    const { fee } = payoutQuote(amount, to.terms)
    flow.requestConfirmation({ kind: 'payout', rest_id: restId, binding_id: to.method.id, amount, fee })
  }

  if (ways.length === 0) return <NoMethod text="На них мы будем отправлять ваши чаевые" />
  return (
    <Panel>
      <AvailableBalance label="Доступно к выводу" restaurant={restaurant} rubles={balance} />
      <RejectionNotice rejection={flow.rejection} texts={errorTexts} otherwise={otherError} />
      <WayField
        ways={ways}
        chosen={way}
        allTerms={allTerms}
        amount={limits && canWithdraw(draft.amount, limits) ? draft.amount : null}
        onChoose={(toId) => change({ toId })}
      />
      {way?.terms?.lowered && <LoweredLimitNotice max={way.terms.max} lowered={way.terms.lowered} />}
      {!way?.terms && <Notice tone="info">{allClosedText(ways)}</Notice>}
      {way?.terms && (
        <PayoutAmountForm
          methodId={way.method.id}
          terms={way.terms}
          balance={balance}
          initialAmount={isAll ? all : draft.amount}
          next={nextStep(flow)}
          // The typed digit is painted first; the costs of the ways may follow.
          onChange={(amount) => startTransition(() => change({ amount }))}
          onSubmit={(amount) => {
            askToConfirm(amount)
            // The form has shown what the confirmation would say, so the next step is the code.
            if (flow.hasNoPasskey) flow.confirm()
          }}
        />
      )}
      <ConfirmPayout
        from={restaurant}
        flow={flow}
        ways={ways}
        balance={balance}
        onChangeWay={(amount, to) => {
          change({ toId: to.method.id })
          askToConfirm(amount, to)
        }}
      />
    </Panel>
  )
}

/** The user's cards and phones with the terms of this restaurant, the chosen one, and what limits its amount. */
function usePayoutWays(restId: string, chosenId: string | undefined) {
  const [methods, terms, balanceQuery] = useSuspenseQueries({
    queries: [
      apiQuery(listPayoutMethods, { query: { restId } }),
      apiQuery(listPayoutTerms, { params: { restId } }),
      apiQuery(getBalance, { params: { restId } }),
    ],
  })
  const allTerms = terms.data.items
  const { balance } = balanceQuery.data
  const ways = payoutWays(methods.data.items, allTerms)
  const way = preselectedWay(ways, chosenId)
  return { ways, way, limits: way?.terms && { terms: way.terms, balance }, allTerms, balance }
}

/** What follows the button. Both are false while it is not known whether the user has a passkey. */
function nextStep({ hasPasskey, hasNoPasskey }: MoneyOrderFlow): string {
  if (hasPasskey) return 'ключ доступа'
  return hasNoPasskey ? 'код' : 'подтверждение'
}

/** Stores each change of the draft. */
function usePayoutDraft(employeeId: string) {
  const [draft, setDraft] = useState(() => storedDraft('payout', employeeId))

  function change(changed: Partial<OrderDraft>) {
    setDraft((draft) => ({ ...draft, ...changed }))
    changeDraft('payout', employeeId, changed)
  }

  return { draft, change }
}
