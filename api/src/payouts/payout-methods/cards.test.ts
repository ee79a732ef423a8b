import type { Card } from '@portal/contracts/payout-method'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { earn, hire, openRestaurant, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { methodSteps, numbers } from './testing/method-steps.ts'

// No payout is settled while a test runs.
const api = sharedApi({ sandboxSettlesAfterMs: 3_600_000 })
let anna: TestUser
let browser: TestBrowser
let methods: ReturnType<typeof methodSteps>
beforeEach(async () => {
  anna = await api.createUser()
  browser = await api.signedIn(anna)
  methods = methodSteps(api, anna, browser)
})

const added = async (number: string, more?: object) => (await methods.addCard(number, more)).json<Card>()

describe('adding', () => {
  // spec: 9.29
  test('the first card of a bank is its default, the second is not', async () => {
    const first = await methods.addCard(numbers[0], { label: '  Зарплатная ' })
    expect(first.statusCode).toBe(201)
    expect(first.json()).toEqual({
      id: expect.any(String),
      type: 'card',
      mask: '2200 •••• •••• 4321',
      last4: '4321',
      network: 'mir',
      bank_name: 'Т-Банк',
      label: 'Зарплатная',
      is_default: true,
      status: 'active',
      bank: anna.bank,
      rest_ids: [anna.restaurantId],
    })
    expect(await added(numbers[1])).toMatchObject({ is_default: false, network: 'visa', bank_name: 'Альфа-Банк' })
  })

  // spec: 8.5
  test('the card is added at the bank of the restaurant', async () => {
    const other = await hire(api.db, await openRestaurant(api.db, { bank: 'Альфа-Банк' }), { user: anna.userId })
    await added(numbers[0])
    expect(await added(numbers[0], { rest_id: other.restaurantId })).toMatchObject({
      bank: 'Альфа-Банк',
      is_default: true,
      rest_ids: [other.restaurantId],
    })
    expect(await methods.all()).toHaveLength(2)
  })

  // spec: 6.18
  test('returns 409 for a card that is added already, also when it is sent twice at the same time', async () => {
    const card_token = await methods.token(numbers[0])
    const code = await methods.code({ purpose: 'card', card_token })
    const body = { code, rest_id: anna.restaurantId, card_token }
    const responses = await Promise.all([browser.post('/user/bank-card', body), browser.post('/user/bank-card', body)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410])

    const again = await methods.addCard(numbers[0])
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'card_exists', errors: { card_token: ['card_exists'] } })
    expect(await methods.all()).toHaveLength(1)
  })

  test('a code for one card does not add another', async () => {
    const seen = await methods.token(numbers[0])
    const other = await methods.token(numbers[1])
    const code = await methods.code({ purpose: 'card', card_token: seen })
    const swapped = await browser.post('/user/bank-card', { code, rest_id: anna.restaurantId, card_token: other })
    expect(swapped.statusCode).toBe(410)
    const { text } = await newestMessage()
    expect(text).toContain('для добавления карты •• 4321')
    expect(
      (await browser.post('/user/bank-card', { code, rest_id: anna.restaurantId, card_token: seen })).statusCode,
    ).toBe(201)
  })

  const newestMessage = async () =>
    await api.db
      .selectFrom('sandbox.sms')
      .select('text')
      .where('phone', '=', anna.phone)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

  test.each([
    ['a wrong code', async () => ({ code: '000000' }), 422, 'otp_invalid'],
    ['a code for a payout', async () => ({ code: await methods.code({ purpose: 'payout' }) }), 410, 'otp_expired'],
  ])('%s adds nothing', async (_, wrong, status, code) => {
    const card_token = await methods.token(numbers[0])
    if (code === 'otp_invalid') await methods.code({ purpose: 'card', card_token })
    const body = { rest_id: anna.restaurantId, card_token, ...(await wrong()) }
    const response = await browser.post('/user/bank-card', body)
    expect(response.statusCode).toBe(status)
    expect(response.json().code).toBe(code)
    expect(await methods.all()).toEqual([])
  })

  test.each([
    ['no card', {}, 400, { card_token: ['invalid_type'] }],
    ['a card that is not in the vault', { card_token: 'card_x' }, 422, { card_token: ['card_unknown'] }],
  ])('no code is sent for %s', async (_, what, status, errors) => {
    const response = await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'card', ...what })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ errors })
    expect(await api.db.selectFrom('sandbox.sms').selectAll().where('phone', '=', anna.phone).execute()).toEqual([])
  })
})

test('another default and a deletion are reported to the owner’s phone, and another label is not', async () => {
  const first = await added(numbers[0])
  const second = await added(numbers[1])
  const notices = async () =>
    (await api.messagesTo(anna.phone)).filter((text) => /не вы/i.test(text)).map((text) => text.split('.')[0])
  expect(await notices()).toHaveLength(2)
  await browser.patch(`/user/bank-card/${second.id}`, { label: 'Новая' })
  await browser.patch(`/user/bank-card/${second.id}`, { is_default: true })
  expect((await notices()).slice(2)).toEqual([`Чаевые: вывод теперь на карту •• ${second.last4}`])
  await browser.patch(`/user/bank-card/${second.id}`, { is_default: true })
  await browser.delete(`/user/bank-card/${first.id}`)
  expect((await notices()).slice(2)).toEqual([
    `Чаевые: вывод теперь на карту •• ${second.last4}`,
    expect.stringMatching(`арта •• ${first.last4}`),
  ])
})

describe('changing', () => {
  test('the label and the default change, and the previous default is a default no longer', async () => {
    const first = await added(numbers[0])
    const second = await added(numbers[1])
    const changed = await browser.patch(`/user/bank-card/${second.id}`, { label: 'Новая', is_default: true })
    expect(changed.json()).toEqual({ ...second, label: 'Новая', is_default: true })
    expect((await browser.get(`/user/bank-card/${first.id}`)).json()).toEqual({ ...first, is_default: false })
    expect((await browser.patch(`/user/bank-card/${second.id}`, {})).json()).toEqual(changed.json())
  })

  test('a change that leaves the bank without a default is rejected', async () => {
    const { id } = await added(numbers[0])
    const response = await browser.patch(`/user/bank-card/${id}`, { is_default: false })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'default_method' })
  })

  test('a blocked card is rejected as the default', async () => {
    await added(numbers[0])
    const { id } = await added(numbers[1])
    await api.db.updateTable('payout_binding').set({ status: 'blocked' }).where('id', '=', id).execute()
    const response = await browser.patch(`/user/bank-card/${id}`, { is_default: true })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'method_blocked' })
  })

  // spec: 6.19
  test('simultaneous requests make only one of two cards the default', async () => {
    await added(numbers[0])
    const [second, third] = [await added(numbers[1]), await added(numbers[2])]
    await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        browser.patch(`/user/bank-card/${turn % 2 ? second.id : third.id}`, { is_default: true }),
      ),
    )
    expect((await methods.all()).filter(({ is_default }) => is_default)).toHaveLength(1)
  })

  test('another default is chosen sixty times an hour, each with a line of the audit trail; a label as often as wanted', async () => {
    const ids = [(await added(numbers[0])).id, (await added(numbers[1])).id]
    const patch = (turn: number, body: object) => browser.patch(`/user/bank-card/${ids[turn % 2]}`, body)
    for (let turn = 1; turn <= 60; turn++) expect((await patch(turn, { is_default: true })).statusCode).toBe(200)
    const late = await patch(61, { is_default: true })
    expect([late.statusCode, late.json()]).toEqual([429, expect.objectContaining({ code: 'too_often' })])
    // Making a card the default that is the default already changes nothing.
    expect((await patch(60, { is_default: true, label: 'Новая' })).statusCode).toBe(200)
    const lines = api.db.selectFrom('audit_event').select('id').where('action', '=', 'method_changed')
    expect(await lines.where('subject_id', '=', anna.userId).execute()).toHaveLength(60)
    const boris = await api.createUser()
    const theirs = methodSteps(api, boris, await api.signedIn(boris))
    await theirs.addCard(numbers[0])
    const { id } = (await theirs.addCard(numbers[1])).json()
    expect((await (await api.signedIn(boris)).patch(`/user/bank-card/${id}`, { is_default: true })).statusCode).toBe(
      200,
    )
  })
})

describe('deleting', () => {
  const payoutStatus = (status: string) =>
    sql`update payout set status = ${status} where user_id = ${anna.userId}`.execute(api.db)

  async function withdrawTo(binding_id: string) {
    const code = await methods.code({ purpose: 'payout' })
    const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id, amount: 500, code }
    return await browser.post('/user/payout', order, { headers: { 'idempotency-key': crypto.randomUUID() } })
  }

  const remaining = async () => (await methods.all()).map(({ id, is_default }) => ({ id, is_default }))

  // spec: 9.29, 10.5
  test('deleting the default of several methods requires the next default', async () => {
    const first = await added(numbers[0])
    const second = await added(numbers[1])
    const rejected = await browser.delete(`/user/bank-card/${first.id}`)
    expect(rejected.statusCode).toBe(409)
    expect(rejected.json()).toMatchObject({ code: 'default_method' })
    expect((await browser.delete(`/user/bank-card/${first.id}?nextDefaultId=${second.id}`)).statusCode).toBe(204)
    expect((await browser.get(`/user/bank-card/${first.id}`)).statusCode).toBe(404)
    expect((await browser.delete(`/user/bank-card/${first.id}`)).statusCode).toBe(404)
    expect(await remaining()).toEqual([{ id: second.id, is_default: true }])
  })

  test('the only method of a bank can be deleted and added again, and is the default again', async () => {
    const other = await hire(api.db, await openRestaurant(api.db, { bank: 'Альфа-Банк' }), { user: anna.userId })
    const elsewhere = await added(numbers[0], { rest_id: other.restaurantId })
    const { id } = await added(numbers[0])
    expect((await browser.delete(`/user/bank-card/${id}`)).statusCode).toBe(204)
    expect(await remaining()).toEqual([{ id: elsewhere.id, is_default: true }])
    expect(await added(numbers[0])).toMatchObject({ is_default: true })
  })

  // spec: 9.29
  test('a card with a payout on its way is not deleted until that is completed', async () => {
    await earn(api.db, anna, 5000)
    await added(numbers[0])
    const { id } = await added(numbers[1])
    expect((await withdrawTo(id)).statusCode).toBe(201)
    await payoutStatus('processing')
    const rejected = await browser.delete(`/user/bank-card/${id}`)
    expect(rejected.statusCode).toBe(409)
    expect(rejected.json()).toMatchObject({ code: 'payout_in_progress' })
    await payoutStatus('succeeded')
    expect((await browser.delete(`/user/bank-card/${id}`)).statusCode).toBe(204)
  })

  test('a payout that was planned before its card was deleted moves no money', async () => {
    await earn(api.db, anna, 5000)
    await added(numbers[0])
    const { id } = await added(numbers[1])
    const payout = await api.db.transaction().execute(async (trx) => {
      await sql`select from ledger_account where employee_id = ${anna.id} for update`.execute(trx)
      const stalled = withdrawTo(id)
      await expect.poll(() => isAwaited(trx)).toBe(true)
      expect((await browser.delete(`/user/bank-card/${id}`)).statusCode).toBe(204)
      return { stalled }
    })
    expect((await payout.stalled).statusCode).toBe(404)
    expect(await walletBalance(api.db, anna)).toBe(5000_00)
  })

  /** Returns whether another transaction waits for this one. */
  async function isAwaited(trx: Db): Promise<boolean> {
    const { rows } = await sql<{ awaited: boolean }>`select exists (
      select from pg_locks where transactionid = pg_current_xact_id()::xid and not granted) as awaited`.execute(trx)
    return rows[0]?.awaited ?? false
  }
})
