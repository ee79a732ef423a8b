import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@portal/command/free-ports'
import pg from 'pg'
import { portalProgram } from '../fixtures/portal-process.ts'
import { addCard, hire, openSession } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

// spec: 6.14
test('a payout interrupted by kill -9 is paid once after a restart, and the ledger sums to zero', {
  tag: '@mfe-payouts',
}, async ({ playwright }) => {
  const data = await mkdtemp(join(tmpdir(), 'portal-crash-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const portal = portalProgram({
    PORT: String(port),
    PORTAL_DATA: data,
    DATABASE_URL: '',
    SERVICE_TOKEN: 'a-token-of-this-test',
  })
  await portal.start()
  const database = async () =>
    new pg.Pool({ connectionString: await readFile(join(data, 'postgres/url'), 'utf8'), max: 1 })
  let db = await database()

  const user = await hire(db)
  await addCard(db, user.id)
  const token = await openSession(db, user.id)
  const api = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { cookie: `session=${token}`, origin, 'X-Requested-With': 'portal' },
  })
  const workplace = user.workplaces[0]
  const tip = {
    external_id: 'crash',
    employee_id: workplace?.employeeId,
    amount: 1250,
    paid_at: new Date().toISOString(),
  }
  const booked = await api.post('/api/v1/ingest/tips', {
    headers: { authorization: 'Bearer a-token-of-this-test' },
    data: { tips: [tip] },
  })
  expect(booked.status(), await booked.text()).toBe(200)
  expect((await api.post(`/api/v1/otp/send/user/${user.id}`, { data: { purpose: 'payout' } })).status()).toBe(200)
  const [message] = await (await api.get(`/demo/sms.json?phone=${encodeURIComponent(user.phone)}`)).json()
  const { items } = await (await api.get(`/api/v1/user/payout-bindings?restId=${workplace?.restId}`)).json()
  const created = await api.post('/api/v1/user/payout', {
    headers: { 'Idempotency-Key': 'crash-once' },
    data: { kind: 'payout', rest_id: workplace?.restId, binding_id: items[0].id, amount: 500, code: message.code },
  })
  expect(created.status(), await created.text()).toBe(201)
  const payout = await created.json()

  // An idle connection would break with the database and end this process.
  await db.end()
  // The process is killed before the bank settles, which takes about two seconds.
  await portal.end('SIGKILL')

  await portal.start()
  await expect
    .poll(async () => (await (await api.get(`/api/v1/user/payout/${payout.id}`)).json()).status)
    .toBe('succeeded')
  db = await database()
  const sum = await db.query<{ sum: string }>('select sum(amount) from ledger_entry')
  expect(sum.rows[0]?.sum).toBe('0')
  expect((await db.query('select * from ledger_discrepancy')).rows).toEqual([])
  const paid = await db.query('select count(*) from sandbox.bank_payment where payout_id = $1', [payout.id])
  expect(paid.rows[0]?.count).toBe('1')
  const balance = await (await api.get(`/api/v1/user/balance/${workplace?.restId}`)).json()
  expect(balance.balance).toBe(750)

  await db.end()
  await api.dispose()
  await portal.end('SIGTERM')
  await rm(data, { recursive: true })
})
