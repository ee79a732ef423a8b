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
import { AvailableBalance } from '../../money-order/available-balance.tsx'
import type { MoneyOrderFlow } from '../../money-order/money-order.ts'
import { NoMethod } from '../../money-order/no-method.tsx'
import { changeDraft, type OrderDraft, storedDraft } from '../../money-order/order-draft.ts'
import { LoweredLimitNotice } from '../../money-order/order-notices.tsx'
import { RejectionNotice } from '../../money-order/rejection-notice.tsx'
import { ConfirmPayout } from './confirm-payout.tsx'
import { amountProblem, everything, payoutQuote } from './payout-amount.ts'
import { PayoutAmountForm } from './payout-amount-form.tsx'
import { WayField } from './way-field.tsx'

const errorTexts = {
  below_minimum: 'Сумма меньше минимальной. Увеличьте её.',
  binding_blocked: 'Этот способ заблокирован. Выберите другой.',
  binding_unsupported:
    'Из этого ресторана на эту карту больше вывести нельзя. Добавьте её ещё раз или выберите другой способ.',
  not_found: 'Этого способа больше нет. Выберите другой.',
}

type PayoutFormProps = { employee: Employee; flow: MoneyOrderFlow }

/** Asks where to and how much. The sheet then asks for the code or the passkey. */
export function PayoutForm({ employee, flow }: PayoutFormProps) {
  const restId = employee.restaurant.id
  const [methods, allTerms, balance] = useSuspenseQueries({
    queries: [
      apiQuery(listPayoutMethods, { query: { restId } }),
      apiQuery(listPayoutTerms, { params: { restId } }),
      apiQuery(getBalance, { params: { restId } }),
    ],
  })
  const { draft, change } = usePayoutDraft(employee.id)
  const ways = payoutWays(methods.data.items, allTerms.data.items)
  const way = preselectedWay(ways, draft.toId)

  const limits = way?.terms && { terms: way.terms, balance: balance.data.balance }
  const all = limits ? everything(limits) : null
  const isAll = useAllAtOnce(() => {
    if (limits && amountProblem(all, limits, false) === null) submit(all ?? 0)
  })

  function submit(amount: number, to = way) {
    if (!to?.terms) return
    const { fee } = payoutQuote(amount, to.terms)
    flow.requestConfirmation({ kind: 'payout', rest_id: restId, binding_id: to.method.id, amount, fee })
  }

  if (ways.length === 0) return <NoMethod text="На них мы будем отправлять ваши чаевые" />

  return (
    <Panel>
      <AvailableBalance label="Доступно к выводу" restaurant={employee.restaurant.name} rubles={balance.data.balance} />
      {flow.state.step === 'editing' && flow.state.rejection && (
        <RejectionNotice
          rejection={flow.state.rejection}
          texts={errorTexts}
          otherwise="Проверьте способ и сумму и попробуйте ещё раз."
        />
      )}
      <WayField
        ways={ways}
        chosen={way}
        allTerms={allTerms.data.items}
        amount={limits && amountProblem(draft.amount, limits, false) === null ? draft.amount : null}
        onChoose={(toId) => change({ toId })}
      />
      {way?.terms?.lowered && <LoweredLimitNotice max={way.terms.max} lowered={way.terms.lowered} />}
      {way?.terms ? (
        <PayoutAmountForm
          methodId={way.method.id}
          terms={way.terms}
          balance={balance.data.balance}
          initialAmount={isAll ? all : draft.amount}
          next={flow.hasPasskey ? 'ключ доступа' : flow.hasNoPasskey ? 'код' : 'подтверждение'}
          // The draft does not affect what is shown, so the digit is painted first.
          onChange={(amount) => startTransition(() => change({ amount }))}
          onSubmit={(amount) => {
            submit(amount)
            // The form has shown what the confirmation would say, so the next step is the code.
            if (flow.hasNoPasskey) flow.confirm()
          }}
        />
      ) : (
        <Notice tone="info">{allClosedText(ways)}</Notice>
      )}
      <ConfirmPayout
        from={employee.restaurant.name}
        flow={flow}
        ways={ways}
        balance={balance.data.balance}
        onChangeWay={(amount, to) => {
          change({ toId: to.method.id })
          submit(amount, to)
        }}
      />
    </Panel>
  )
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
