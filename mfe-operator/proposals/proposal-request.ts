import { changeEmployee, getStaffMember } from '@portal/contracts/admin/employee'
import { releasePayout, showPayoutRecord } from '@portal/contracts/admin/payout'
import type { OperatorProposal } from '@portal/contracts/admin/proposal'
import { closeReconciliationLine, listReconciliationLines } from '@portal/contracts/admin/reconciliation'
import { changeRestaurant, createRestaurant, getRestaurant } from '@portal/contracts/admin/restaurant'
import { grantRight, showUser } from '@portal/contracts/admin/user'
import { dayText } from '@portal/contracts/date-text'
import type { Endpoint } from '@portal/contracts/endpoint'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { nameAndRestaurant, operatorUserId } from '../names.ts'
import { nameAndAmount } from '../payouts/payout-texts.ts'

type Request = { endpoint: Endpoint; params?: { id: string }; body: Record<string, unknown> }

/**
 * Returns the request that another operator sends, with a reason, to confirm a proposal. Undefined for a proposal of a
 * later API.
 */
export function confirmingRequest(proposal: OperatorProposal): Request | undefined {
  const { action, change } = proposal
  const params = { id: proposal.subject.id }
  switch (action) {
    case 'restaurant_created':
      return { endpoint: createRestaurant, body: change }
    case 'restaurant_changed':
      return { endpoint: changeRestaurant, params, body: change }
    case 'employee_changed': {
      const { is_default, is_manager, external_id } = change
      return {
        endpoint: changeEmployee,
        params,
        body: { default: is_default, manager: is_manager, external_id },
      }
    }
    case 'reconciliation_line_closed':
      return { endpoint: closeReconciliationLine, params, body: {} }
    case 'payout_released':
      return { endpoint: releasePayout, params, body: {} }
    case 'right_granted':
      return { endpoint: grantRight, params, body: { right: change.right } }
  }
}

/** Returns whom or what a proposal is about: «Борис Ким, 12 000 ₽». @throws ApiError */
export async function readSubject({ subject: { type, id }, action }: OperatorProposal): Promise<string> {
  const params = { id }
  switch (type) {
    case 'employee':
      return nameAndRestaurant(await call(getStaffMember, { params }))
    case 'restaurant':
      return action === 'restaurant_created' ? id : (await call(getRestaurant, { params })).name
    case 'payout': {
      const payout = await call(showPayoutRecord, { params })
      return `${nameAndAmount(payout)}, ${payout.destination}, «${payout.restaurant.name}»`
    }
    case 'user': {
      const { name, phone_masked } = await call(showUser, { params })
      return `${name}, ${phone_masked}`
    }
    case 'reconciliation_line': {
      const { items } = await call(listReconciliationLines, { query: {} })
      const line = items.find((each) => String(each.id) === id)
      return line ? `№ ${id}, ${dayText(line.day)}, ${line.reference ?? line.payout_id}` : `№ ${id}`
    }
  }
  return id
}

/** Returns who has proposed it: the name of the account, or of the token. @throws ApiError */
export async function readProposer({ proposed_by }: OperatorProposal): Promise<string> {
  const id = operatorUserId(proposed_by)
  if (!id) return proposed_by
  try {
    return (await call(showUser, { params: { id } })).name
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 404) return `удалённый аккаунт ${id}`
    throw cause
  }
}
