import { expect, onTestFinished, test } from 'vitest'
import { withClient } from './connect-client.ts'
import { createTestDatabase } from './testing/test-database.ts'

const user = 'de300000-0000-4000-8002-000000000001'

// spec: 8.4
test('methods without a default cannot be committed', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  await withClient(url, async (client) => {
    const addCard = (last4: string, isDefault = false) =>
      client.query(
        `insert into payout_binding (user_id, bank, type, card_token, mask, last4, network, bank_name, is_default)
         values ($1, 'Т-Банк', 'card', $2, '', $2, 'mir', '', $3)`,
        [user, last4, isDefault],
      )
    const change = (last4: string, values: string) =>
      client.query(`update payout_binding set ${values} where last4 = $1`, [last4])

    await client.query(
      `insert into user_account (id, phone, password_hash, first_name) values ($1, '+79161234567', 'none', 'Анна')`,
      [user],
    )
    await expect(addCard('0012')).rejects.toThrow(/have no default/)
    await addCard('0013', true)
    await addCard('0014')
    await expect(change('0013', 'is_default = false')).rejects.toThrow(/have no default/)
    await expect(change('0013', 'deleted_at = now(), is_default = false')).rejects.toThrow(/have no default/)
    await client.query('begin')
    await change('0013', 'is_default = false')
    await change('0014', 'is_default = true')
    await client.query('commit')
    await client.query('delete from payout_binding')
  })
})
