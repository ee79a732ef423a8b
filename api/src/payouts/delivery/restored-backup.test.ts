import { expect, test } from 'vitest'
import { createTestDatabase } from '../../db/testing/test-database.ts'
import { earn, hire, openRestaurant } from '../../money/ledger/testing/test-ledger.ts'
import { startYookassaDouble } from '../bank/yookassa/double/double.ts'
import { createYookassaBank } from '../bank/yookassa/yookassa-bank.ts'
import { insertPayoutMethod } from '../payout-methods/repository.ts'
import { requestPayout } from '../service.ts'
import { codeFor, settings, signedIn } from '../testing/withdrawals.ts'
import { sendOrRequestStatus } from './deliver.ts'
import { assignBanks, leaseDuePayout } from './lease.ts'

test('a payout that a restored backup has as new, and whose key the provider has forgotten, is not paid again', async () => {
  const { db, drop } = await createTestDatabase()
  const double = await startYookassaDouble({ settlesAfterMs: 0, keyLifetimeMs: 0 })
  const bank = createYookassaBank(double.account)
  const { signal } = new AbortController()
  const anna = await hire(db, await openRestaurant(db))
  await earn(db, anna, 10_000)
  const phone = { type: 'sbp', phone: '+79161234567', sbp_bank_id: '100000000004', bank_name: 'Т-Банк' } as const
  const binding_id = await insertPayoutMethod(db, { user_id: anna.userId, bank: anna.bank, ...phone })
  const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id, amount: 1_000 } as const
  const code = await codeFor(db, anna, order)
  await requestPayout({ db, settings }, signedIn(anna), crypto.randomUUID(), { ...order, code })
  await assignBanks(db, bank, { default: 'yookassa', names: ['yookassa'] })

  const send = async () => {
    const leased = await leaseDuePayout(db)
    if (!leased) throw new Error('nothing is due')
    return await sendOrRequestStatus(bank, leased, signal)
  }
  await send()
  await db
    .updateTable('payout')
    .set({ status: 'pending', attempts: 0, sent_at: null, next_attempt_at: new Date(), created_at: new Date(0) })
    .execute()
  expect(await send()).toMatchObject({ reference: double.store.all()[0]?.id })
  expect(double.store.all()).toHaveLength(1)

  await double.stop()
  await drop()
})
