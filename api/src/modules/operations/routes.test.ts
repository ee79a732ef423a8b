import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, type TestBrowser, type TestPerson, testApi } from '../../http/testing.ts'
import { earn } from '../ledger/testing.ts'

let api: TestApi
let anna: TestPerson
let browser: TestBrowser

beforeAll(async () => {
  api = await testApi()
  anna = await api.person({ phone: '+79160000001' })
  browser = await api.signedIn(anna)
  for (let n = 1; n <= 21; n++) await earn(api.db, anna, n)
})
afterAll(() => api.close())

test('pages, with a mark that keeps them in place', async () => {
  const first = (await browser.get('/user/billing')).json()
  expect(first).toMatchObject({ page: 1, pages: 2, per_page: 20, total: 21, items: { length: 20 } })
  const second = (await browser.get(`/user/billing?page=2&as_of=${first.as_of}`)).json()
  expect(second.items).toMatchObject([
    { type: 'tip', direction: 'in', amount: 1, fee: 0, status: 'completed', title: 'Чаевые' },
  ])
  expect((await browser.get('/user/billing?page=100')).json()).toMatchObject({ items: [], total: 21, page: 100 })
})

test.each(['page=0', 'page=x', 'type=refund', 'from=10.11.2026', 'as_of=x'])('?%s is malformed', async (query) => {
  expect((await browser.get(`/user/billing?${query}`)).statusCode).toBe(400)
})

test('the export is a download of everything the filter finds', async () => {
  const answer = await browser.get('/user/billing.csv?type=tip')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="operations.csv"',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.body.startsWith('\uFEFFДата;Время;')).toBe(true)
  expect(answer.body.trimEnd().split('\r\n')).toHaveLength(22)
  expect((await browser.get('/user/billing.csv?type=payout')).body.trimEnd().split('\r\n')).toHaveLength(1)
})

test('of another person’s restaurant there is nothing', async () => {
  const boris = await api.signedIn(await api.person({ phone: '+79160000002' }))
  for (const path of ['/user/billing', '/user/billing.csv']) {
    expect((await boris.get(`${path}?restId=${anna.restaurantId}`)).statusCode).toBe(404)
    expect((await boris.get(`${path}?restId=none`)).statusCode).toBe(404)
    expect((await api.browser().get(path)).statusCode).toBe(401)
  }
  expect((await boris.get('/user/billing')).json()).toMatchObject({ items: [], total: 0, pages: 0 })
})
