import { getAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import type { Employee } from '@portal/contracts/employee'
import { getLimits } from '@portal/contracts/limits'
import { listPayoutMethods, listPayoutTerms } from '@portal/contracts/payout-method'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQueries } from '@portal/shared/query'
import { useState } from 'react'
import { NoMethod } from '../../money-order/no-method.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleStatus } from './rule-status.tsx'
import { StoppedRule } from './stopped-rule.tsx'

/** A rule runs, or stops, while its page is open. */
const REFETCH_INTERVAL_MS = 10_000

/**
 * Shows the active rule, or the form if there is no rule, if it has stopped, or to change it. Without an active method
 * there is a link to adding one instead of the form.
 */
export function Rule({ employee }: { employee: Employee }) {
  const { restaurant } = employee
  const { id: restId } = restaurant
  const [{ data }, methods, allTerms, limits] = useSuspenseQueries({
    queries: [
      { ...apiQuery(getAutoWithdrawal, { params: { restId } }), refetchInterval: REFETCH_INTERVAL_MS },
      apiQuery(listPayoutMethods, { query: { restId } }),
      apiQuery(listPayoutTerms, { params: { restId } }),
      apiQuery(getLimits, { params: { restId } }),
    ],
  })
  const [isChanging, setChanging] = useState(false)
  const { rule } = data
  const isOn = rule !== null && !rule.stopped
  const hasActiveMethod = methods.data.items.some(({ status }) => status === 'active')

  if (isOn && !isChanging) return <RuleStatus restaurant={restaurant} rule={rule} onChange={() => setChanging(true)} />
  return (
    <>
      {rule?.stopped && <StoppedRule rule={rule} reason={rule.stopped.reason} />}
      {hasActiveMethod ? (
        <RuleForm
          employee={employee}
          rule={rule}
          methods={methods.data.items}
          allTerms={allTerms.data.items}
          limits={limits.data.payout}
          onDone={() => setChanging(false)}
          onCancel={isOn ? () => setChanging(false) : undefined}
        />
      ) : (
        <NoMethod text="На них автовывод будет отправлять ваши чаевые" />
      )}
    </>
  )
}
