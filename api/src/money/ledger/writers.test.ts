import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../../db/connect.ts'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { writeConcurrently } from './testing/writers.ts'

const database = sharedDatabase()
let connection: Connection
beforeAll(() => {
  connection = connect(database.applicationUrl, { max: 32 })
})
afterAll(() => connection.close())

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
