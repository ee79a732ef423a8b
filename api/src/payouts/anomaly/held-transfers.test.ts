import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { discrepancies, earn, systemBalance, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { leaseDuePayout } from '../delivery/lease.ts'
import { codeFor } from '../testing/withdrawals.ts'

const api = sharedApi()
let anna: TestUser
let boris: TestUser
let annas: TestBrowser
let his: TestBrowser
/** A transfer like a thief's: after a recovery, in a browser of today, at a time when Анна has never ordered. */
beforeEach(async () => {
  anna = await api.createUser({ isDefault: true })
  boris = await api.createUser({ restaurant: { id: anna.restaurantId, bank: anna.bank } })
  annas = await api.signedIn(anna)
  his = await api.signedIn(boris)
  await earn(api.db, anna, 50_000)
  await setLocalHour(15)
  for (let finished = 0; finished < 5; finished++) expect((await transfer({ amount: 1 })).statusCode).toBe(201)
  await sql`update payout set created_at = created_at - interval '36 hours' where user_id = ${anna.userId}`.execute(
    api.db,
  )
  await sql`update user_account set recovered_at = now() where id = ${anna.userId}`.execute(api.db)
  await sql`insert into device (token_hash, user_id, created_at)
    values (${randomUUID()}::bytea, ${anna.userId}, now() - interval '30 days')`.execute(api.db)
  await setLocalHour(3)
})

/** Sets a time zone of the restaurant in which it is this hour now. */
async function setLocalHour(hour: number): Promise<void> {
  const ahead = (((hour - new Date().getUTCHours()) % 24) + 24) % 24
  // POSIX names have the opposite sign, and end at 14 hours ahead.
  const name = ahead <= 14 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`
  await api.db.updateTable('restaurant').set({ time_zone: name }).where('id', '=', anna.restaurantId).execute()
}

async function transfer({ amount = 700, key = randomUUID() as string, comment = 'За субботу' } = {}) {
  const order = {
    kind: 'transfer',
    rest_id: anna.restaurantId,
    recipient_employee_id: boris.id,
    amount,
  } as const
  const code = await codeFor(api.db, anna, order)
  return await annas.post('/user/payout', { ...order, comment, code }, { headers: { 'idempotency-key': key } })
}
const held = async (): Promise<string> => (await transfer()).json().id

const decision = { reason: 'Позвонила' }
const service = (path: string) => api.operator().post(`/${path}`, decision)
const release = (id: string) => service(`payouts/${id}/release`)
const reject = (id: string) => service(`payouts/${id}/reject`)

const readPayout = async (id: string) => (await annas.get(`/user/payout/${id}`)).json()
const newest = async (browser: TestBrowser) => (await browser.get('/user/billing?type=transfer')).json().items[0]
const readHints = async ({ userId }: TestUser) =>
  (await api.db.selectFrom('live_feed').select('seq').where('user_id', '=', userId).executeTakeFirst())?.seq ?? 0
/** Returns rubles, without the five earlier transfers. */
const balances = async () => [
  (await walletBalance(api.db, anna)) / 100 + 5,
  (await walletBalance(api.db, boris)) / 100 - 5,
]

test('the money of a held transfer leaves the balance, the colleague neither gets nor sees it, and no worker leases it', async () => {
  const hints = await readHints(boris)
  const response = await transfer()
  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({
    kind: 'transfer',
    status: 'pending',
    review: 'open',
    timeline: [{ status: 'pending' }],
  })
  expect(await balances()).toEqual([49_300, 0])
  expect(await newest(annas)).toMatchObject({ type: 'transfer_out', amount: 700, status: 'pending' })
  expect(await newest(his)).toMatchObject({ amount: 1 })
  expect(await readHints(boris)).toBe(hints)
  expect((await annas.get('/user/payout')).json().items[0]).toMatchObject({ status: 'pending', review: 'open' })
  expect(await leaseDuePayout(api.db)).toBeUndefined()
  expect(await discrepancies(api.db)).toEqual([])
})

test('a released transfer is completed on both sides, under one number and with the comment', async () => {
  const id = await held()
  const hints = await readHints(boris)
  expect((await release(id)).statusCode).toBe(204)
  const payout = await readPayout(id)
  expect(payout).toMatchObject({
    status: 'succeeded',
    review: 'released',
    completed_at: expect.any(String),
    timeline: [{ status: 'pending' }, { status: 'succeeded' }],
  })
  expect(await balances()).toEqual([49_300, 700])
  const both = { number: payout.number, amount: 700, status: 'completed', comment: 'За субботу' }
  expect(await newest(annas)).toMatchObject({ ...both, type: 'transfer_out', payout_id: id })
  expect(await newest(his)).toMatchObject({ ...both, type: 'transfer_in', title: 'Перевод · Анна Смирнова' })
  expect(await newest(his)).not.toHaveProperty('payout_id')
  expect(await readHints(boris)).toBe(hints + 1)
  expect(await discrepancies(api.db)).toEqual([])
})

test('a push message tells the colleague of a held transfer when it is released, and not before', async () => {
  await sql`insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, public_key)
    select user_id, id, id, '', '', '' from session where user_id = ${boris.userId} limit 1`.execute(api.db)
  const readEvents = async () =>
    await api.db.selectFrom('push_event').select(['kind', 'amount']).where('user_id', '=', boris.userId).execute()
  const id = await held()
  expect(await readEvents()).toEqual([])
  expect((await release(id)).statusCode).toBe(204)
  expect(await readEvents()).toEqual([{ kind: 'share', amount: 700_00 }])
})

test('the money of a rejected transfer returns to the balance, and the colleague never sees it', async () => {
  const id = await held()
  const inFlight = await systemBalance(api.db, 'payouts_in_flight')
  expect((await reject(id)).statusCode).toBe(204)
  expect(await readPayout(id)).toMatchObject({ status: 'canceled', review: 'rejected' })
  expect(await balances()).toEqual([50_000, 0])
  expect(await systemBalance(api.db, 'payouts_in_flight')).toBe(inFlight - 700_00)
  expect(await newest(annas)).toMatchObject({ type: 'transfer_out', status: 'canceled' })
  expect(await newest(his)).toMatchObject({ amount: 1 })
  expect(await discrepancies(api.db)).toEqual([])
})

test('simultaneous decisions, each repeated several times, are one decision and one movement of money', async () => {
  const id = await held()
  const responses = await Promise.all([release(id), reject(id), release(id), reject(id)])
  const { review } = await readPayout(id)
  const statuses = responses.map(({ statusCode }) => statusCode)
  expect(statuses).toEqual(review === 'released' ? [204, 409, 204, 409] : [409, 204, 409, 204])
  expect(await balances()).toEqual(review === 'released' ? [49_300, 700] : [50_000, 0])
  const lines = await api.db.selectFrom('audit_event').select('action').where('subject_id', '=', id).execute()
  expect(lines).toEqual([{ action: `payout_${review}` }])
  expect(await discrepancies(api.db)).toEqual([])
})

test('a held transfer is returned again for its key, and counts against the limits', async () => {
  const key = randomUUID()
  const first = await transfer({ amount: 9_000, key })
  expect((await transfer({ amount: 9_000, key })).json()).toEqual(first.json())
  expect((await transfer({ amount: 2_000 })).json()).toMatchObject({ code: 'limit_exceeded', reason: 'recovery' })
  expect(await balances()).toEqual([41_000, 0])
})

test('a held transfer is released although the payer is no longer the default employee', async () => {
  const id = await held()
  await api.db.updateTable('employee').set({ is_default: false }).where('id', '=', anna.id).execute()
  expect((await release(id)).statusCode).toBe(204)
  expect(await balances()).toEqual([49_300, 700])
})

function decisionsOn(what: 'users' | 'employees', id: string) {
  const [disable, enable] = what === 'users' ? ['block', 'unblock'] : ['dismiss', 'reinstate']
  return { disable: `${what}/${id}/${disable}`, enable: `${what}/${id}/${enable}` }
}

describe.each([
  ['the payer is disabled', 'payer_disabled', () => decisionsOn('users', anna.userId)],
  ['the payer has lost the restaurant', 'payer_disabled', () => decisionsOn('employees', anna.id)],
  ['the recipient is disabled', 'recipient_disabled', () => decisionsOn('users', boris.userId)],
  ['the recipient has lost the restaurant', 'recipient_disabled', () => decisionsOn('employees', boris.id)],
])('where %s', (_, code, decisions) => {
  test('the transfer is not released, and can be rejected', async () => {
    const id = await held()
    await service(decisions().disable)
    const response = await release(id)
    expect([response.statusCode, response.json().code]).toEqual([409, code])
    expect((await reject(id)).statusCode).toBe(204)
    expect(await balances()).toEqual([50_000, 0])
  })

  test('the transfer is released after enabling', async () => {
    const id = await held()
    await service(decisions().disable)
    await service(decisions().enable)
    expect((await release(id)).statusCode).toBe(204)
    expect(await balances()).toEqual([49_300, 700])
  })
})
