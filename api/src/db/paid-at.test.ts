import { expect, onTestFinished, test } from 'vitest'
import { withClient } from './connect-client.ts'
import { createTestDatabase } from './testing/test-database.ts'

const anna = 'de300000-0000-4000-8003-000000000001'

test('operations of late tips and of adjustments have the moment at which the guest paid', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  await withClient(url, async (client) => {
    const paidAt = async () =>
      (
        await client.query<{
          row: string
        }>(`select title || ' ' || coalesce(to_char(paid_at at time zone 'UTC', 'DD HH24'), '-') as row
      from operation order by title`)
      ).rows.map(({ row }) => row)
    /** Adds an operation of the 20th, and the row that the API adds with it. */
    const book = async (title: string, row: string) => {
      await client.query(`with o as (
        insert into operation (employee_id, user_id, type, amount, status, title, created_at)
        values ('${anna}', '${anna}', 'tip', 100, 'completed', '${title}', '2026-11-20T12:00Z') returning id)
      ${row}`)
    }
    const tip = (id: string, paid_at: string) =>
      `insert into tip (external_id, employee_id, amount, status, paid_at, operation_id) select '${id}', '${anna}', 100, 'completed', '${paid_at}', id from o`
    const adjustment = (id: string, of: string) =>
      `insert into tip_adjustment (external_id, tip, kind, change, while_pending, operation_id) select '${id}', '${of}', 'chargeback', -50, false, id from o`

    // Switches off the rules of the database, which other tests cover.
    await client.query('set session_replication_role = replica')
    await client.query(`alter table tip enable always trigger late_tips_are_dated`)
    await client.query(`alter table tip_adjustment enable always trigger adjustments_are_dated`)
    await book('in time', tip('c', '2026-11-20T12:00Z'))
    await book('late', tip('d', '2026-11-09T10:00Z'))
    await book('taken back', adjustment('y', 'd'))
    expect(await paidAt()).toEqual(['in time -', 'late 09 10', 'taken back 09 10'])
  })
})
