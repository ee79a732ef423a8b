import { getBalance } from '@portal/contracts/balance'
import { listColleagues } from '@portal/contracts/colleague'
import type { Employee } from '@portal/contracts/employee'
import { getTransferLimits } from '@portal/contracts/payout-method'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQueries } from '@portal/shared/query'
import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import type { MoneyOrderFlow } from '../../money-order/money-order.ts'
import { AvailableBalance } from '../../money-order/order-amount.tsx'
import { LoweredLimitNotice } from '../../money-order/order-notices.tsx'
import { RejectionNotice } from '../../money-order/rejection-notice.tsx'
import { ConfirmTransfer } from './confirm-transfer.tsx'
import type { TransferDraft } from './transfer-draft.ts'
import { TransferFields } from './transfer-fields.tsx'

const errorTexts = {
  not_found: 'Этого сотрудника в ресторане больше нет. Выберите другого.',
}

type TransferFormProps = {
  employee: Employee
  flow: MoneyOrderFlow
  draft: TransferDraft
  onChange: (draft: TransferDraft) => void
}

/** Asks to whom and how much. The sheet then confirms it. */
export function TransferForm({ employee, flow, draft, onChange }: TransferFormProps) {
  const { id: restId, name: restaurant } = employee.restaurant
  const [colleagues, balance, limits] = useSuspenseQueries({
    queries: [
      apiQuery(listColleagues, { query: { restId } }),
      apiQuery(getBalance, { params: { restId } }),
      apiQuery(getTransferLimits, { params: { restId } }),
    ],
  })

  if (colleagues.data.items.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon="transfer"
          title="Нет сотрудников для перевода"
          text={`Кроме вас, в ресторане «${restaurant}» пока никого нет`}
          action={employee.manager && <ButtonLink to="/team">Пригласить коллегу</ButtonLink>}
        />
      </Panel>
    )
  }

  return (
    <Panel>
      <AvailableBalance label="Доступно к переводу" restaurant={restaurant} rubles={balance.data.balance} />
      <RejectionNotice
        rejection={flow.rejection}
        texts={errorTexts}
        otherwise="Проверьте получателя и сумму и попробуйте ещё раз."
      />
      {limits.data.lowered && <LoweredLimitNotice max={limits.data.max} lowered={limits.data.lowered} />}
      <TransferFields
        colleagues={colleagues.data.items}
        available={{ balance: balance.data.balance, limits: limits.data }}
        initial={draft}
        onChange={onChange}
        onSubmit={({ to, amount, comment }) =>
          flow.requestConfirmation({
            kind: 'transfer',
            rest_id: restId,
            recipient_employee_id: to,
            amount,
            ...(comment && { comment }),
          })
        }
      />
      <ConfirmTransfer from={restaurant} flow={flow} colleagues={colleagues.data.items} />
    </Panel>
  )
}
