import type { OperatorProposal } from '@portal/contracts/admin/proposal'
import { expect, test } from 'vitest'
import { proposal } from '../testing/operator-server.ts'
import { confirmingRequest } from './proposal-request.ts'
import { changeTexts } from './proposal-texts.ts'

/** The changes as the API stores them. */
const changes: Record<string, OperatorProposal['change']> = {
  restaurant_created: { name: 'Ива', bank: 'Т-Банк', fee_share: 50 },
  restaurant_changed: { fee_share: 50, payout_provider: null },
  employee_changed: { is_default: true, external_id: null },
  reconciliation_line_closed: {},
  payout_released: {},
  right_granted: { right: 'operator', passkeys: ['3f', '7a'] },
}

test.each(Object.entries(changes))('the API accepts the request that confirms %s', (action, change) => {
  const request = confirmingRequest(proposal({ action, change }))
  expect(request?.endpoint.body?.safeParse({ ...request.body, reason: 'Позвонила Ольге' }).error).toBeUndefined()
})

test('a proposed right names how many passkeys it accepts, without their ids', () => {
  const change = changes.right_granted ?? {}
  expect(changeTexts({ change })).toEqual(['право: оператора', 'ключей доступа: 2'])
})
