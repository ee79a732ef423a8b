import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connection, connect, type Db } from './connect.ts'
import { withClient } from './connect-client.ts'
import { forgetStatements, PLAN_OUTDATED } from './database-client.ts'
import { sharedDatabase } from './testing/test-database.ts'

const database = sharedDatabase()
let connection: Connection

beforeEach(() => {
  // Other tests in this process may have used up the number of prepared queries.
  forgetStatements()
  connection = connect(database.url, { max: 1 })
})
afterEach(() => connection.close())

async function preparedTexts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

async function changeTable(statement: string): Promise<void> {
  await withClient(database.url, (owner) => owner.query(statement))
}

test('a query with parameters is prepared once for all executions on a connection', async () => {
  const { db } = connection
  for (const number of [1, 2]) {
    const { rows } = await sql<{ sum: number }>`select ${number}::int + 1 as sum`.execute(db)
    expect(rows).toEqual([{ sum: number + 1 }])
  }
  expect(await preparedTexts(db)).toEqual(['select $1::int + 1 as sum'])
})

test('a query without parameters or with a long list of them is not prepared', async () => {
  const { db } = connection
  const numbers = Array.from({ length: 33 }, (_, n) => n)
  const { rows } = await sql`select 1 as one where 32 in (${sql.join(numbers)})`.execute(db)
  expect(rows).toEqual([{ one: 1 }])
  expect(await preparedTexts(db)).toEqual([])
})

test('a query whose table a migration has changed runs again', async () => {
  const { db } = connection
  await changeTable('create table of_migration (id int)')
  const query = sql<{ id: number }>`select * from of_migration where id > ${0}`
  await query.execute(db)
  await changeTable('alter table of_migration add column label text; insert into of_migration values (1, null)')
  expect((await query.execute(db)).rows).toEqual([{ id: 1, label: null }])
})

test('such a query fails once in a transaction, which PostgreSQL has ended, and succeeds when it is repeated', async () => {
  const { db } = connection
  await changeTable('create table of_transaction (id int)')
  const query = sql<{ id: number }>`select * from of_transaction where id > ${0}`
  await query.execute(db)
  await changeTable('alter table of_transaction add column label text')
  const attempt = () => db.transaction().execute(async (trx) => (await query.execute(trx)).rows)
  await expect(attempt()).rejects.toMatchObject({ code: PLAN_OUTDATED })
  expect(await attempt()).toEqual([])
})
