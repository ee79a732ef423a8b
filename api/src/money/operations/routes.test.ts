import { beforeAll, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { earn } from '../ledger/testing/test-ledger.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser

beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001' })
  await api.db.updateTable('restaurant').set({ name: 'Берёзка' }).where('id', '=', anna.restaurantId).execute()
  browser = await api.signedIn(anna)
  for (let n = 1; n <= 21; n++) await earn(api.db, anna, n)
})

// spec: 9.15
test('pages with `as_of` do not shift', async () => {
  const first = (await browser.get('/user/billing')).json()
  expect(first).toMatchObject({ page: 1, pages: 2, per_page: 20, total: 21, items: { length: 20 } })
  const second = (await browser.get(`/user/billing?page=2&as_of=${first.as_of}`)).json()
  expect(second.items).toMatchObject([
    { type: 'tip', direction: 'in', amount: 1, fee: 0, status: 'completed', title: 'Чаевые' },
  ])
  expect((await browser.get('/user/billing?page=100')).json()).toMatchObject({ items: [], total: 21, page: 100 })
})

test.each([
  'page=-1',
  'page=x',
  'page=1.5',
  'page=1&page=2',
  'type=refund',
  'from=10.11.2026',
  'as_of=x',
  'from=0001-01-01',
  'to=9999-12-31',
])('?%s is malformed', async (query) => {
  expect((await browser.get(`/user/billing?${query}`)).statusCode).toBe(400)
})

// spec: 9.6
test.each([
  ['page=&type=&from=&to=&restId=', { page: 1, items: { length: 20 }, total: 21 }],
  ['page=0', { page: 1, items: { length: 20 }, total: 21 }],
  ['page=2&type=', { page: 2, items: { length: 1 } }],
  ['page=1000000000', { page: 1_000_000_000, items: [], total: 21 }],
])('?%s, as a form with empty fields or another program sends it, is read', async (query, expected) => {
  const response = await browser.get(`/user/billing?${query}`)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject(expected)
})

// spec: 9.15
test('the export is a download of all operations of the filter', async () => {
  const response = await browser.get('/user/billing.csv?type=tip')
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect(response.body.startsWith('\uFEFFНомер операции;Дата;Время;')).toBe(true)
  expect(response.body.trimEnd().split('\r\n')).toHaveLength(22)
  expect((await browser.get('/user/billing.csv?type=payout')).body.trimEnd().split('\r\n')).toHaveLength(1)
})

// spec: 2.70
test('the export is named by its content, its restaurant and its days', async () => {
  const exportNames = async (query: string) => {
    const header = String((await browser.get(`/user/billing.csv?${query}`)).headers['content-disposition'])
    const [, ascii, encoded = ''] =
      header.match(/^attachment; filename="([\w.-]+)"; filename\*=UTF-8''([\w.%-]+)$/) ?? []
    return [decodeURIComponent(encoded), ascii]
  }
  expect(await exportNames(`restId=${anna.restaurantId}&from=2026-11-16&to=2026-11-22`)).toEqual([
    'Операции Берёзка 16.11.2026–22.11.2026.csv',
    'operations-16.11.2026-22.11.2026.csv',
  ])
  expect(await exportNames('type=tip&to=2026-11-22')).toEqual(['Чаевые по 22.11.2026.csv', 'tips-22.11.2026.csv'])
})
