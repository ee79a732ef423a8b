import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { databaseBefore } from '../../db/testing.ts'
import { hire, openRestaurant } from '../ledger/testing.ts'
import { addOperations, type NewOperation, type OperationType } from './feed.ts'
import { listUserOperations } from './service.ts'

test('operations of this version have the numbers by which the previous one reads, until they are removed', async () => {
  const { url, client } = await databaseBefore('0076')
  const connection = connect(url)
  onTestFinished(() => connection.close())
  const { db } = connection
  const first = await hire(db, await openRestaurant(db))
  const second = await hire(db, await openRestaurant(db), { user: first.userId })
  // What an API of the previous version adds, before the migration and after it.
  const addNumbered = async (number: number) => {
    await sql`
      insert into operation (employee_id, user_id, type, amount, status, title, created_at, employee_seq, employee_type_seq,
        user_seq, user_type_seq)
      values (${first.id}, ${first.userId}, 'tip', 100, 'completed', '', now(), ${number}, ${number}, ${number}, ${number})`.execute(
      db,
    )
    await sql`
      insert into operation_feed (owner_id, type, count)
      select owner_id, type, 1 from unnest(${[first.id, first.userId]}::uuid[]) as owner_id, unnest('{all,tip}'::text[]) as type
      on conflict (owner_id, type) do update set count = operation_feed.count + 1`.execute(db)
  }
  const add = async (employees: readonly { id: string }[], type: OperationType) => {
    const common = { userId: first.userId, type, amount: 100, status: 'completed', title: '' } as const
    const batch = employees.map(({ id }): NewOperation => ({ ...common, employeeId: id }))
    return await db.transaction().execute((trx) => addOperations(trx, batch))
  }
  await addNumbered(1)
  expect((await migrate(url)).waiting).toContain('0077_no_operation_numbers.sql')
  await addNumbered(2)
  await add([first, second, first], 'tip')
  await add([second], 'refund')
  await add([first, second], 'transfer_out')

  const numbers = await client.query({
    text: `select employee_id, type, employee_seq, employee_type_seq, user_seq, user_type_seq from operation order by created_at, id`,
    rowMode: 'array',
  })
  expect(numbers.rows.map(([employee, ...rest]) => [employee === first.id ? 'first' : 'second', ...rest])).toEqual([
    ['first', 'tip', '1', '1', '1', '1'],
    ['first', 'tip', '2', '2', '2', '2'],
    ['first', 'tip', '3', '3', '3', '3'],
    ['second', 'tip', '1', '1', '4', '4'],
    ['first', 'tip', '4', '4', '5', '5'],
    ['second', 'refund', '2', null, '6', null],
    ['first', 'transfer_out', '5', '1', '7', '1'],
    ['second', 'transfer_out', '3', '1', '8', '2'],
  ])

  const before = await listUserOperations(db, first.userId, {})
  expect(before.total).toBe(8)
  await migrate(url, { isDeployed: true })
  expect(await listUserOperations(db, first.userId, {})).toEqual(before)
  await add([first], 'tip')
  expect(await listUserOperations(db, first.userId, {})).toMatchObject({ total: 9, items: { length: 9 } })
})
