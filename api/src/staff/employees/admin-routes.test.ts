import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockWaits } from '../../db/testing/locks.ts'
import { sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import { earn, newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { requestPayout } from '../../payouts/service.ts'
import { codeFor, settings, signedIn } from '../../payouts/testing/withdrawals.ts'

const api = sharedApi()
let restaurant: { id: string; bank: string }
let anna: TestUser
let boris: TestUser
beforeEach(async () => {
  restaurant = (await api.operator().post('/restaurants', { name: 'Берёзка', bank: 'Т-Банк' })).json()
  anna = await api.createUser({ restaurant, isDefault: true })
  boris = await api.createUser({ restaurant })
})

const change = (id: string, body: object) => api.operator().patch(`/employees/${id}`, body)
const propose = (id: string) => api.secondOperator().patch(`/employees/${id}`, { default: true })
const show = async (id: string) => (await api.operator().get(`/employees/${id}`)).json()
const staff = async () => (await api.operator().get(`/restaurants/${restaurant.id}/employees`)).json().items

/**
 * Begins a change of two employees, and then a transfer, which locks them by their ids, before the change may go on.
 */
async function duringTransfer(begin: (payer: TestUser, recipient: TestUser) => ReturnType<typeof change>) {
  const [recipient = anna, payer = boris] = [anna, boris].sort((a, b) => (a.id < b.id ? -1 : 1))
  await propose(payer.id)
  await change(payer.id, { default: true })
  await propose(recipient.id)
  await earn(api.db, payer, 100)
  const order = { kind: 'transfer', rest_id: restaurant.id, recipient_employee_id: recipient.id, amount: 100 } as const
  const code = await codeFor(api.db, payer, order)
  const { changed, payout } = await api.db.transaction().execute(async (trx) => {
    await trx.selectFrom('employee').select('id').where('id', '=', recipient.id).forShare().execute()
    const changed = begin(payer, recipient)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    const payout = await requestPayout({ db: api.db, settings }, signedIn(payer), randomUUID(), { ...order, code })
    return { changed, payout }
  })
  return { payout, response: await changed }
}

describe('an employee', () => {
  // spec: 9.46
  test('is made the default one, which another is no longer, and both are in the audit trail', async () => {
    await propose(boris.id)
    expect((await change(boris.id, { default: true, reason: 'Старший смены' })).json()).toMatchObject({ default: true })
    expect(await show(anna.id)).toMatchObject({ default: false })
    for (const [id, is] of [
      [anna.id, false],
      [boris.id, true],
    ] as const) {
      const [line] = (await api.operator().get(`/audit?subject=${id}`)).json().items
      expect(line).toMatchObject({ action: 'employee_changed', before: { default: !is }, after: { default: is } })
    }
  })

  test('is the only default one when ten simultaneous requests make ten employees so', async () => {
    const candidates = [anna, boris, await api.createUser({ restaurant }), await api.createUser({ restaurant })]
    const wanted = Array.from({ length: 10 }, (_, index) => candidates[index % candidates.length] ?? anna)
    const responses = await Promise.all(wanted.flatMap(({ id }) => [propose(id), change(id, { default: true })]))
    expect(responses.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 202)).toEqual([])
    expect((await staff()).filter((employee: { default: boolean }) => employee.default)).toHaveLength(1)
  })

  test('becomes the default one while the other one transfers to it, and neither waits for the other forever', async () => {
    const { payout, response } = await duringTransfer((_, { id }) => change(id, { default: true }))
    expect(payout).toMatchObject({ status: 'succeeded' })
    expect(response.json()).toMatchObject({ default: true })
  })

  test('is made a manager, and found by an external id that no other restaurant uses', async () => {
    await change(boris.id, { manager: true, external_id: 'b-2' })
    expect(await show('b-2')).toMatchObject({ id: boris.id, manager: true, default: false })
    const elsewhere = await api.createUser()
    expect((await change(elsewhere.id, { external_id: 'b-2' })).statusCode).toBe(200)
    const ambiguous = await api.operator().get('/employees/b-2')
    expect([ambiguous.statusCode, ambiguous.json().code]).toEqual([409, 'external_id_ambiguous'])
    expect((await change(anna.id, { external_id: 'b-2' })).json()).toMatchObject({ code: 'external_id_taken' })
    expect((await change(boris.id, { external_id: null })).json()).toMatchObject({ external_id: null, manager: true })
  })

  test('who is dismissed stays in the list and is not changed', async () => {
    await api.operator().post(`/employees/${boris.id}/dismiss`, { reason: 'Уволился' })
    expect(await show(boris.id)).toMatchObject({ dismissed_at: expect.any(String) })
    expect((await change(boris.id, { manager: true })).json()).toMatchObject({ code: 'employee_dismissed' })
    await api.operator().post(`/employees/${boris.id}/reinstate`, { reason: 'Вернулся' })
    expect((await change(boris.id, { manager: true })).statusCode).toBe(200)
  })
})

describe('a user', () => {
  // spec: 9.46
  test('is found by the phone, whose whole number no response has', async () => {
    const [found] = (await api.operator().post('/users/search', { phone: anna.phone })).json().items
    expect(found).toMatchObject({ id: anna.userId, blocked_at: null, employees: [{ id: anna.id, default: true }] })
    expect(JSON.stringify(found)).not.toContain(anna.phone)
    expect((await api.operator().get(`/users/${anna.userId}`)).json()).toEqual(found)
    expect((await api.operator().post('/users/search', { phone: newPhone() })).json()).toEqual({ items: [] })
  })
})

describe('the file of a team', () => {
  const send = async (rows: object[], headers?: Record<string, string>) => {
    const response = await api.operator().post(`/restaurants/${restaurant.id}/import`, { rows }, headers)
    expect(response.statusCode).toBe(200)
    return response.json().items
  }
  const results = (items: { line: number; result: string; problem: string | null }[]) =>
    items.map(({ line, result, problem }) => [line, problem ?? result])
  const invitations = async () => (await api.operator().get(`/invitations?restaurant=${restaurant.id}`)).json().items

  test('changes two employees during a transfer between them, and neither waits for the other forever', async () => {
    const { payout, response } = await duringTransfer((payer, recipient) => {
      const line = (index: number, { phone }: TestUser) => ({
        line: index,
        name: 'Анна',
        phone,
        external_id: `${index}`,
      })
      const rows = [line(2, payer), line(3, recipient)]
      return api.operator().post(`/restaurants/${restaurant.id}/import`, { rows })
    })
    expect(payout).toMatchObject({ status: 'succeeded' })
    expect(results(response.json().items)).toEqual([
      [2, 'changed'],
      [3, 'changed'],
    ])
  })

  // spec: 9.47
  test('invites each user once, however often it is sent, and changes what differs', async () => {
    const [vera, gleb] = [newPhone(), newPhone()]
    const rows = [
      { line: 2, name: 'Вера Новикова', phone: vera, external_id: 'v', manager: 'да' },
      { line: 3, name: 'Глеб', phone: `8${gleb.slice(2)}`, external_id: '', manager: '' },
      { line: 4, name: 'Анна Смирнова', phone: anna.phone, external_id: 'a', manager: '' },
    ]
    expect(results(await send(rows))).toEqual([
      [2, 'invited'],
      [3, 'invited'],
      [4, 'changed'],
    ])
    expect(await show('a')).toMatchObject({ id: anna.id, manager: false, default: true })
    const before = await invitations()
    const again = await send(rows)
    expect(results(again)).toEqual([
      [2, 'unchanged'],
      [3, 'unchanged'],
      [4, 'unchanged'],
    ])
    expect(await invitations()).toEqual(before)
    expect(before.map(({ link }: { link: string }) => link).sort()).toEqual(
      again.flatMap(({ link }: { link: string | null }) => link ?? []).sort(),
    )
    expect(results(await send([{ ...rows[0], manager: 'нет' }]))).toEqual([[2, 'changed']])
    expect((await invitations()).every(({ manager }: { manager: boolean }) => !manager)).toBe(true)
  })

  // spec: 9.47
  test('is reported by line: the right ones are done, the wrong ones are not', async () => {
    await api.operator().post(`/employees/${boris.id}/dismiss`, { reason: 'Уволился' })
    await change(anna.id, { external_id: 'a' })
    const [one, two] = [newPhone(), newPhone()]
    const items = await send([
      { line: 2, name: 'Вера', phone: one, external_id: 'v' },
      { line: 3, name: ' ', phone: two },
      { line: 4, name: 'Глеб', phone: '12345' },
      { line: 5, name: 'Глеб', phone: two, external_id: 'with space' },
      { line: 6, name: 'Глеб', phone: two, manager: 'maybe' },
      { line: 7, name: 'Вера ещё раз', phone: one },
      { line: 8, name: 'Глеб', phone: two, external_id: 'v' },
      { line: 9, name: 'Глеб', phone: two, external_id: 'a' },
      { line: 10, name: 'Борис', phone: boris.phone },
    ])
    expect(results(items)).toEqual([
      [2, 'invited'],
      [3, 'name'],
      [4, 'phone'],
      [5, 'external_id'],
      [6, 'manager'],
      [7, 'repeated'],
      [8, 'repeated'],
      [9, 'external_id_taken'],
      [10, 'dismissed'],
    ])
    expect(await invitations()).toHaveLength(1)
  })

  test('changes nothing by a dry run, and is one team when it comes ten times simultaneously', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => ({ line: index + 2, name: 'Гость', phone: newPhone() }))
    await send(rows, { 'x-dry-run': '1' })
    expect(await invitations()).toEqual([])
    await Promise.all(Array.from({ length: 10 }, () => send(rows)))
    expect(await invitations()).toHaveLength(20)
  })
})
