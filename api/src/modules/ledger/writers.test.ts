import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../../db/connect.ts'
import { type TestDatabase, testDatabase } from '../../db/testing.ts'
import { writeConcurrently } from './testing/writers.ts'

let database: TestDatabase
let connection: Connection
beforeAll(async () => {
  database = await testDatabase()
  connection = connect(database.applicationUrl, { max: 32 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

test('32 writers over the wallets of one team: the ledger holds exactly what was acknowledged', async () => {
  const written = await writeConcurrently(connection.db, { writers: 32, goesOn: (actions) => actions < 15 })
  expect(written).toEqual({
    actions: 480,
    withoutMoney: expect.any(Number),
    failures: [],
    wrongWallets: 0,
    inFlight: 0,
    discrepancies: 0,
  })
  expect(written.withoutMoney).toBeLessThan(480)
})
