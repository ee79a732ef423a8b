import { createTestDatabase } from '../../db/testing/test-database.ts'
import { createSandboxBank } from './sandbox-bank.ts'
import { testBankAdapter } from './testing/conformance.ts'

testBankAdapter('the sandbox', async () => {
  const { db, drop } = await createTestDatabase()
  const banks = [createSandboxBank(db, 20)]
  const card = { type: 'card', token: 'card_1', issuedBy: 'vault', bankName: 'Т-Банк' } as const
  return {
    bank: banks[0] as (typeof banks)[number],
    provider: 'sandbox',
    paid: { ...card, last4: '1234' },
    declined: { ...card, last4: '0002' },
    restarted() {
      const bank = createSandboxBank(db, 20)
      banks.push(bank)
      return bank
    },
    async paidAmounts(payoutId) {
      const rows = await db
        .selectFrom('sandbox.bank_payment')
        .select('amount')
        .where('payout_id', '=', payoutId)
        .where('status', '<>', 'declined')
        .execute()
      return rows.map(({ amount }) => amount)
    },
    async stop() {
      for (const bank of banks) bank.stop()
      await drop()
    },
  }
})
