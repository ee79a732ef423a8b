import { readFile } from 'node:fs/promises'
import type { Overview, PortalCheck } from '@portal/contracts/admin/overview'
import { beforeEach, expect, test } from 'vitest'
import { sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import { createOperatorAccount } from '../../identity/operator-access/testing/operator-account.ts'
import { addCard, earn } from '../../money/ledger/testing/test-ledger.ts'
import { rules } from './checks.ts'

const api = sharedApi({ env: { PAYOUT_DECISION_LIMIT: '1000' } })
let anna: TestUser
beforeEach(async () => {
  anna = await api.createUser()
})

// spec: 9.95
test('support reads what the user sees, and the audit trail has one line of it an hour', async () => {
  await earn(api.db, anna, 1_500)
  await addCard(api.db, anna)
  const browser = await api.signedIn(anna)
  const { browser: support, name, openReads } = await createOperatorAccount(api)
  await openReads()
  const read = () => support.get(`/admin/users/${anna.userId}/support`)
  await support.post('/admin/users/search', { phone: anna.phone })
  const view = (await read()).json()
  await read()
  const { items: operations } = (await browser.get('/user/billing')).json()
  expect(operations).toHaveLength(1)
  expect(view).toMatchObject({ operations, payouts: [], unfinished_payouts: [], sessions: 1, locked_sessions: 0 })
  expect(view.balances[anna.restaurantId]).toEqual((await browser.get(`/user/balance/${anna.restaurantId}`)).json())
  expect(view.sign_in_wait).toBe(0)
  expect(JSON.stringify(view)).not.toContain(anna.phone.slice(2))
  const lines = (await api.operator().get(`/audit?subject=${anna.userId}&action=user_viewed`)).json().items
  expect(lines).toMatchObject([{ actor: { type: 'operator', id: name }, before: null, after: null }])
  expect((await support.get(`/admin/users/${crypto.randomUUID()}/support`)).statusCode).toBe(404)
})

// spec: 9.96
test('the overview has the limits in force and what would alert now', async () => {
  const overview = async () => (await api.operator().get('/overview')).json<Overview>()
  const find = ({ checks }: Overview, alert: string) => checks.filter((check: PortalCheck) => check.alert === alert)
  const before = await overview()
  expect(before.limits).toMatchObject({ decision: 1_000, payout: { min: 100, max: 75_000 }, tip: 100_000 })
  expect(find(before, 'OperatorProposalWaits')).toMatchObject([{ value: 0, is_alerting: false }])
  await api.operator().patch(`/restaurants/${anna.restaurantId}`, { fee_share: 50 })
  expect(find(await overview(), 'OperatorProposalWaits')).toMatchObject([{ value: 1, is_alerting: true }])
  expect(find(await overview(), 'LedgerDriftNotChecked')).toMatchObject([{ unit: 'seconds' }])
})

test('the overview has the limits of the alerts', async () => {
  const alerts = await readFile(new URL('../../../../docs/deploy/alerts.yml', import.meta.url), 'utf8')
  for (const { alert, metric, limit } of rules) {
    const [, expr = ''] = new RegExp(`alert: ${alert}\\n\\s+expr: (.*)`).exec(alerts) ?? []
    expect(expr).toContain(metric)
    const numbers = /> ([\d* ]+)$/.exec(expr)?.[1]?.split('*').map(Number) ?? []
    expect([alert, numbers.reduce((product, number) => product * number, 1)]).toEqual([alert, limit])
  }
})
