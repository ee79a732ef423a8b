// Every text of a user that contains a card number is rejected, at its field.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { addCard } from '../../money/ledger/testing/test-ledger.ts'

const number = 'Карта 2200-1234 5678 9019'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001', isDefault: true })
  browser = await api.signedIn(anna)
})

test.each([
  ['first_name', { first_name: number }],
  ['last_name', { last_name: number }],
  ['about', { about: number }],
  ['goal.name', { goal: { name: number, amount: 1_000 } }],
])('the profile: %s', async (field, changes) => {
  const response = await browser.patch('/user/profile', changes)
  expect([response.statusCode, response.json().errors]).toEqual([400, { [field]: ['card_number'] }])
})

test('the label of a card', async () => {
  const id = await addCard(api.db, anna)
  const response = await browser.patch(`/user/bank-card/${id}`, { label: '2200123456789019' })
  expect([response.statusCode, response.json().errors]).toEqual([400, { label: ['card_number'] }])
})

test('the comment of a transfer', async () => {
  const body = { kind: 'transfer', rest_id: anna.restaurantId, recipient_employee_id: randomUUID(), amount: 100 }
  const headers = { 'idempotency-key': randomUUID() }
  const response = await browser.post('/user/payout', { ...body, comment: number, code: '123456' }, { headers })
  expect([response.statusCode, response.json().errors]).toEqual([400, { comment: ['card_number'] }])
})

test('the word beside an image that is sent', async () => {
  const form = new FormData()
  form.set('type', '2200123456789019')
  form.set('photo', new Blob(['no image']), '2200123456789019.png')
  const response = await browser.postForm('/upload', form)
  expect([response.statusCode, response.json().code]).toEqual([400, 'malformed'])
})

test('the reason of an operator', async () => {
  const response = await api.operator().post(`/users/${anna.userId}/block`, { reason: number })
  expect([response.statusCode, response.json().errors]).toEqual([400, { reason: ['card_number'] }])
})

test('a guest’s comment beside a tip is booked without the number', async () => {
  const tip = { external_id: 'with-card', employee_id: anna.id, amount: 100, paid_at: new Date().toISOString() }
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/v1/ingest/tips',
    headers: { authorization: `Bearer ${api.settings.serviceToken}` },
    payload: { tips: [{ ...tip, comment: `${number}, спасибо` }] },
  })
  expect(response.statusCode).toBe(200)
  const [line] = (await browser.get('/user/billing')).json().items
  expect(line.comment).toBe('Карта ••••, спасибо')
})
