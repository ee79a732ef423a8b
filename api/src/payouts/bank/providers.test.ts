import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../http/testing/test-api.ts'
import { addCard, earn, hire, openRestaurant, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { MIN_HURRY_SECONDS } from '../delivery/hurry.ts'
import { insertPayoutMethod } from '../payout-methods/repository.ts'
import { methodSteps, numbers } from '../payout-methods/testing/method-steps.ts'
import { requestPayout } from '../service.ts'
import { codeFor, signedIn } from '../testing/withdrawals.ts'
import { deleteUnusedCards } from '../vault/vault.ts'
import { startYookassaDouble, type YookassaDouble } from './yookassa/double/double.ts'

// Two configured providers: each restaurant is paid by its own, through the whole API and its worker.

let double: YookassaDouble
let api: TestApi
beforeAll(async () => {
  double = await startYookassaDouble()
  api = await createTestApi({
    env: {
      BANK: 'sandbox',
      BANKS: 'yookassa',
      YOOKASSA_URL: double.account.url,
      YOOKASSA_GATEWAY_ID: double.account.gatewayId,
      YOOKASSA_SECRET_KEY: double.account.secretKey,
    },
  })
})
afterAll(async () => {
  await api.close()
  await double.stop()
})

/** Hires an employee with 10,000 ₽ at a restaurant whose employees are paid by `provider`. */
async function hireEmployee(provider: 'yookassa' | null) {
  const { db } = api
  const restaurant = await openRestaurant(db)
  await db.updateTable('restaurant').set({ payout_provider: provider }).where('id', '=', restaurant.id).execute()
  const employee = await hire(db, restaurant)
  await earn(db, employee, 10_000)
  return employee
}

type Employee = Awaited<ReturnType<typeof hireEmployee>>

/** Hires an employee as `hireEmployee` does, and returns the phone too, which gets codes. */
async function hireWithPhone(provider: 'yookassa' | null) {
  const employee = await hireEmployee(provider)
  const { phone } = await api.db
    .selectFrom('user_account')
    .select('phone')
    .where('id', '=', employee.userId)
    .executeTakeFirstOrThrow()
  return { ...employee, phone, password: '' }
}

async function addPhone({ userId, bank }: Employee, number = '+79161234567'): Promise<string> {
  const phone = { type: 'sbp', phone: number, sbp_bank_id: '100000000004', bank_name: 'Т-Банк' } as const
  return await insertPayoutMethod(api.db, { user_id: userId, bank, ...phone })
}

async function withdraw(employee: Employee, binding_id: string) {
  const order = { kind: 'payout', rest_id: employee.restaurantId, binding_id, amount: 1_000 } as const
  const code = await codeFor(api.db, employee, order)
  const payout = await requestPayout(api, signedIn(employee), crypto.randomUUID(), { ...order, code })
  api.wakePayoutWorker()
  return payout.id
}

const readPayout = (id: string) =>
  api.db.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

// spec: 9.51
test('each restaurant is paid by its own provider', async () => {
  const [ours, theirs] = [await hireEmployee(null), await hireEmployee('yookassa')]
  const bySandbox = await withdraw(ours, await addCard(api.db, ours))
  const byYookassa = await withdraw(theirs, await addPhone(theirs))
  await expect.poll(() => readPayout(bySandbox)).toMatchObject({ status: 'succeeded', provider: 'sandbox' })
  await expect
    .poll(() => readPayout(byYookassa))
    .toMatchObject({ status: 'succeeded', provider: 'yookassa', bank: 'ЮKassa', rrn: expect.stringMatching(/^B/) })
  const [payment, ...others] = double.store.all()
  expect(others).toEqual([])
  expect(payment).toMatchObject({ id: (await readPayout(byYookassa)).bank_reference, amount: { value: '1000.00' } })
})

test('a payout stays with its provider when the restaurant changes to another one', async () => {
  const employee = await hireEmployee('yookassa')
  double.setFault(() => 'error')
  const id = await withdraw(employee, await addPhone(employee))
  await expect.poll(async () => (await readPayout(id)).attempts).toBeGreaterThan(0)
  await api.db
    .updateTable('restaurant')
    .set({ payout_provider: 'sandbox' })
    .where('id', '=', employee.restaurantId)
    .execute()
  double.setFault(undefined)
  await api.db.updateTable('payout').set({ next_attempt_at: new Date() }).where('id', '=', id).execute()
  await expect.poll(() => readPayout(id)).toMatchObject({ status: 'succeeded', provider: 'yookassa' })
  await expect(
    api.db.updateTable('payout').set({ provider: 'sandbox' }).where('id', '=', id).execute(),
  ).rejects.toThrow('final')
})

test('payouts whose responses have an unknown status stay on their way, and delay no other payout', async () => {
  const { create } = double.store
  double.store.create = (...request) => Object.assign(create(...request), { status: 'on_hold' })
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) {
    const employee = await hireEmployee('yookassa')
    ids.push(await withdraw(employee, await addPhone(employee, '+79161234503')))
  }
  const responded = () => api.db.selectFrom('payout_attempt').select('id').where('payout_id', 'in', ids)
  await expect
    .poll(async () => (await responded().where('finished_at', 'is not', null).execute()).length)
    .toBeGreaterThanOrEqual(6)
  double.store.create = create
  const employee = await hireEmployee('yookassa')
  const id = await withdraw(employee, await addPhone(employee))
  await expect.poll(() => readPayout(id)).toMatchObject({ status: 'succeeded' })
  for (const each of ids) expect(await readPayout(each)).toMatchObject({ status: 'processing', reason: null })
  expect(api.logs.filter((line) => line.includes('the circuit of a bank is open'))).toEqual([])
})

describe('a card that the provider’s form has read', () => {
  const read = { provider: 'yookassa', token: 'pt-1', first6: '220070', last4: '4321', issuer: 'T-Bank' }

  // spec: 9.49
  test('is added by its token, confirmed by a code, and paid to; its number never was here', async () => {
    double.store.addCard({ payout_token: read.token, first6: read.first6, last4: read.last4, issuer_name: 'T-Bank' })
    const anna = await hireWithPhone('yookassa')
    const browser = await api.signedIn(anna)
    const methods = methodSteps(api, anna, browser)
    const terms = (await browser.get(`/payouts/methods/${anna.restaurantId}`)).json()
    expect(terms.items[0].card_form).toEqual({ provider: 'yookassa', account: double.account.gatewayId })

    const { card_token, ...shown } = (await browser.post('/vault/provider-cards', read)).json()
    expect(shown).toEqual({ mask: '2200 •••• •••• 4321', network: 'mir' })
    expect((await browser.post('/vault/provider-cards', read)).json()).toMatchObject({ card_token })
    const code = await methods.code({ purpose: 'card', card_token })
    const added = await browser.post('/user/bank-card', { code, rest_id: anna.restaurantId, card_token })
    expect(added.json()).toMatchObject({ mask: '2200 •••• •••• 4321', bank_name: 'Т-Банк', is_default: true })

    const id = await withdraw(anna, added.json().id)
    await expect.poll(() => readPayout(id)).toMatchObject({ status: 'succeeded' })
    expect(double.store.search(id)).toMatchObject([
      { payout_destination: { type: 'bank_card' }, amount: { value: '985.00' } },
    ])
  })

  /** Adds a card whose digits the caller states. Returns its method and the texts of the messages about it. */
  async function addSaid(employee: Employee & { phone: string; password: string }, token: string, said: object) {
    const browser = await api.signedIn(employee)
    const { card_token } = (await api.browser().post('/vault/provider-cards', { ...read, token, ...said })).json()
    const code = await methodSteps(api, employee, browser).code({ purpose: 'card', card_token })
    const added = await browser.post('/user/bank-card', { code, rest_id: employee.restaurantId, card_token })
    return { browser, added, card_token }
  }
  const lastMessages = async (phone: string) =>
    (await api.messagesTo(phone)).map((text) => text.replaceAll('\u00A0', ' '))

  test('is «новая карта» in messages until the provider has named its digits in the response to a payout', async () => {
    double.store.addCard({ payout_token: 'pt-named', first6: '220070', last4: '5577', issuer_name: 'T-Bank' })
    const anna = await hireWithPhone('yookassa')
    const { browser, added } = await addSaid(anna, 'pt-named', { last4: '5577' })
    const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: added.json().id, amount: 1_000 } as const
    await browser.post(`/otp/send/user/${anna.userId}`, { order })
    const before = await lastMessages(anna.phone)
    expect(before.join()).not.toContain('•• 5577')
    expect(before).toEqual([
      expect.stringContaining('код для добавления новой карты'),
      expect.stringContaining('код для вывода 1 000 ₽ на новую карту, комиссия 15 ₽'),
      expect.stringContaining('добавлена новая карта.'),
    ])
    const id = await withdraw(anna, added.json().id)
    await expect.poll(() => readPayout(id)).toMatchObject({ status: 'succeeded' })
    await methodSteps(api, anna, browser).code({ order })
    expect((await lastMessages(anna.phone)).at(-1)).toContain('вывода 1 000 ₽ на Мир •• 5577, комиссия 15 ₽')
  })

  test.each([
    ['other last digits', { last4: '8888' }, { first6: '220070', last4: '9999' }],
    ['another network', { last4: '8887' }, { first6: '427655', last4: '8887' }],
  ])('with %s than the provider pays to is stopped, and its owner is told', async (_, said, card) => {
    const token = `pt-${card.last4}`
    double.store.addCard({ payout_token: token, ...card, issuer_name: 'T-Bank' })
    const anna = await hireWithPhone('yookassa')
    const { browser, added, card_token } = await addSaid(anna, token, said)
    const { id: method } = added.json()
    const id = await withdraw(anna, method)
    await expect.poll(() => readPayout(id)).toMatchObject({ status: 'succeeded' })
    expect((await browser.get(`/user/bank-card/${method}`)).json()).toMatchObject({ status: 'blocked' })
    const text = `Чаевые: по данным банка деньги идут на карту •• ${card.last4}, а добавляли вы другую. Вывод остановлен`
    expect((await lastMessages(anna.phone)).filter((each) => each.includes(text))).toHaveLength(1)
    const { items } = (await api.operator().get(`/audit?subject=${anna.userId}`)).json()
    expect(items).toContainEqual(
      expect.objectContaining({
        action: 'method_stopped',
        before: expect.objectContaining({ ends: said.last4 }),
        after: expect.objectContaining({ ends: card.last4 }),
      }),
    )
    // A card that is added again has the digits that the provider has named.
    await browser.delete(`/user/bank-card/${method}`)
    const code = await methodSteps(api, anna, browser).code({ purpose: 'card', card_token })
    const again = await browser.post('/user/bank-card', { code, rest_id: anna.restaurantId, card_token })
    expect(again.json()).toMatchObject({ last4: card.last4, status: 'active' })
  })

  test('with the digits of another card of the user gets no code and is not added', async () => {
    const anna = await hireWithPhone('yookassa')
    const own = await addSaid(anna, 'pt-own', { last4: '7711' })
    expect(own.added.statusCode).toBe(201)
    const theirs = (
      await api.browser().post('/vault/provider-cards', { ...read, token: 'pt-thief', last4: '7711' })
    ).json()
    const request = { purpose: 'card', card_token: theirs.card_token }
    const refused = await own.browser.post(`/otp/send/user/${anna.userId}`, request)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'card_exists'])
  })

  test('is not added where the provider does not pay to it, nor a card of the vault where there is a form', async () => {
    const theirs = (await api.browser().post('/vault/provider-cards', { ...read, token: 'pt-2' })).json().card_token
    const ours = (await api.browser().post('/vault/cards', { number: numbers[0] })).json().card_token
    for (const [provider, card_token] of [
      [null, theirs],
      ['yookassa', ours],
    ] as const) {
      const anna = await hireWithPhone(provider)
      const browser = await api.signedIn(anna)
      const code = await methodSteps(api, anna, browser).code({ purpose: 'card', card_token })
      const response = await browser.post('/user/bank-card', { code, rest_id: anna.restaurantId, card_token })
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({ code: 'card_unsupported' })
    }
  })

  test.each([
    ['of a network that does not pay out', 422, { ...read, first6: '378282' }],
    ['with its whole number', 400, { ...read, first6: '2200701395954321' }],
    ['of a provider that does not exist', 400, { ...read, provider: 'sandbox' }],
  ])('is rejected %s', async (_, status, body) => {
    expect((await api.browser().post('/vault/provider-cards', body)).statusCode).toBe(status)
  })

  test('is deleted after a day in which no user has added it', async () => {
    const post = async (token: string) =>
      (await api.browser().post('/vault/provider-cards', { ...read, token })).json().card_token
    const [old, fresh] = [await post('pt-old'), await post('pt-fresh')]
    await sql`update vault.provider_card set stored_at = now() - interval '2 days' where token = ${old}`.execute(api.db)
    await deleteUnusedCards(api.db)
    const left = await api.db
      .selectFrom('vault.provider_card')
      .select('token')
      .where('token', 'in', [old, fresh])
      .execute()
    expect(left).toEqual([{ token: fresh }])
  })
})

describe('a notification', () => {
  const notify = (body: object, provider = 'yookassa') =>
    api.app.inject({ method: 'POST', url: `/api/v1/banks/${provider}/notifications`, payload: body })
  const payoutNotification = (object: object, event = 'payout.succeeded') => ({ type: 'notification', event, object })

  /** Makes a payout that was attempted some time ago due in an hour. */
  async function postpone(id: string): Promise<void> {
    // The attempt has ended: the next one follows in a second, and not after the lease.
    await expect.poll(async () => +(await readPayout(id)).next_attempt_at - Date.now()).toBeLessThan(5_000)
    await api.db
      .updateTable('payout')
      .set({ next_attempt_at: new Date(Date.now() + 3_600_000) })
      .where('id', '=', id)
      .execute()
    await sql`update payout_attempt set finished_at = finished_at - interval '1 minute' where payout_id = ${id}`.execute(
      api.db,
    )
  }

  /** Orders a payout that the provider has, and that is not due within an hour. */
  async function waiting(phone?: string): Promise<string> {
    const employee = await hireEmployee('yookassa')
    const id = await withdraw(employee, await addPhone(employee, phone))
    await expect.poll(() => readPayout(id)).toMatchObject({ bank_reference: expect.any(String) })
    await postpone(id)
    return id
  }

  test('makes the portal request the status, by the provider’s id', async () => {
    const id = await waiting()
    const [payout] = double.store.search(id)
    const response = await notify(payoutNotification(payout ?? {}))
    expect([response.statusCode, response.json()]).toEqual([200, {}])
    await expect.poll(() => readPayout(id)).toMatchObject({ status: 'succeeded' })
  })

  test('makes the portal request the status by our id where no response had the provider’s', async () => {
    const employee = await hireEmployee('yookassa')
    double.setFault((method) => (method === 'POST' ? 'lost_response' : 'error'))
    const id = await withdraw(employee, await addPhone(employee))
    await expect.poll(() => double.store.search(id)).toHaveLength(1)
    await postpone(id)
    double.setFault(undefined)
    await notify(payoutNotification(double.store.search(id)[0] ?? {}))
    await expect.poll(() => readPayout(id)).toMatchObject({ status: 'succeeded' })
  })

  // spec: 9.50
  test('is not believed: the payout stays as the provider has it', async () => {
    const id = await waiting('+79161234503')
    const [payout] = double.store.search(id)
    const before = double.calls.length
    await notify(payoutNotification({ ...payout, status: 'succeeded' }))
    await expect.poll(() => double.calls.slice(before)).toContainEqual(`GET /payouts/${payout?.id}`)
    await notify(payoutNotification({ ...payout, status: 'canceled' }, 'payout.canceled'))
    expect(await readPayout(id)).toMatchObject({ status: 'processing' })
  })

  test('that is sent many times makes the portal request the status once in some seconds', async () => {
    const id = await waiting('+79161234503')
    // Without notifications, the portal requests the status only after some minutes.
    await api.db.updateTable('payout').set({ attempts: 12 }).where('id', '=', id).execute()
    const [payout] = double.store.search(id)
    const before = double.calls.length
    const started = performance.now()
    const requests = () => double.calls.slice(before).filter((call) => call === `GET /payouts/${payout?.id}`).length
    for (let count = 0; count < 40; count += 1) {
      await notify(payoutNotification({ ...payout, status: 'succeeded' }))
      await delay(25)
    }
    await expect.poll(requests).toBeGreaterThan(0)
    expect(requests()).toBeLessThanOrEqual(1 + (performance.now() - started) / 1000 / MIN_HURRY_SECONDS)
  })

  test('of a settled payout, of a payout of others or of a payment changes nothing, and is taken', async () => {
    const employee = await hireEmployee('yookassa')
    const id = await withdraw(employee, await addPhone(employee))
    await expect.poll(() => readPayout(id)).toMatchObject({ status: 'succeeded' })
    const settled = await readPayout(id)
    const unknown = { id: 'po-unknown', metadata: { payout_id: '00000000-0000-4000-8000-000000000001' } }
    for (const body of [
      payoutNotification({ ...double.store.search(id)[0], status: 'canceled' }, 'payout.canceled'),
      payoutNotification(unknown),
      payoutNotification({ id: '1' }, 'payment.succeeded'),
      {},
    ]) {
      expect((await notify(body)).statusCode).toBe(200)
    }
    expect(await readPayout(id)).toEqual(settled)
  })

  test.each(['sandbox', 'sberbank', '__proto__'])('for %s, which sends none, is 404', async (provider) => {
    expect((await notify({}, provider)).statusCode).toBe(404)
  })
})

test('a card whose number is in our vault is not ordered to where the provider has a form of its own', async () => {
  const employee = await hireEmployee('yookassa')
  await expect(withdraw(employee, await addCard(api.db, employee))).rejects.toMatchObject({
    status: 422,
    code: 'binding_unsupported',
  })
  expect(await walletBalance(api.db, employee)).toBe(10_000_00)
})
