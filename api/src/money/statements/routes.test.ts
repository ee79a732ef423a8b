import { randomUUID } from 'node:crypto'
import type { IncomingTip } from '@portal/contracts/ingest'
import { STATEMENT_LINES } from '@portal/contracts/statement'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { requestPayout } from '../../payouts/service.ts'
import { codeFor, signedIn } from '../../payouts/testing/withdrawals.ts'
import { hire, moveAt, openRestaurant, type TestEmployee } from '../ledger/testing/test-ledger.ts'
import { adjustTips } from '../tips/adjust-tips.ts'
import { bookTips } from '../tips/service.ts'
import { readPdf } from './testing/read-pdf.ts'
import { writePdf } from './write-pdf.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser

beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001' })
  await api.db.updateTable('restaurant').set({ name: 'Берёзка' }).where('id', '=', anna.restaurantId).execute()
  browser = await api.signedIn(anna)
  await bookInTime(newTip('first', 1_250.5, '2026-03-05T12:00:00Z', 'Очень вкусно 🎉'))
  await bookInTime(newTip('second', 300, '2026-03-07T12:00:00Z'))
  await bookInTime(newTip('third', 100, '2026-04-01T12:00:00Z'))
})

function newTip(external_id: string, amount: number, paid_at: string, comment?: string) {
  return {
    external_id,
    employee_id: anna.id,
    amount,
    paid_at,
    status: 'completed' as const,
    ...(comment && { comment }),
  }
}

const bookInTime = (tip: IncomingTip) => moveAt(api.url, new Date(tip.paid_at), () => bookTips(api.db, [tip]))

async function download(path: string) {
  const response = await browser.get(path)
  return { response, ...readPdf(response.rawPayload) }
}

// spec: 2.152, 9.75
test('the statement is a PDF of the period’s operations, in Russian, with the fonts it needs', async () => {
  const { response, pages, fonts } = await download(
    `/user/statement.pdf?restId=${anna.restaurantId}&from=2026-03-06&to=2026-03-31`,
  )
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': expect.stringContaining('filename="statement-06.03.2026-31.03.2026.pdf"'),
  })
  expect(decodeURIComponent(String(response.headers['content-disposition']))).toContain(
    'Выписка Берёзка 06.03.2026–31.03.2026.pdf',
  )
  const nbsp = '\u00a0'
  const [texts = []] = pages
  const after = (name: string) => texts[texts.indexOf(name) + 1]?.replaceAll(nbsp, ' ')
  expect(after('Ресторан')).toBe('Берёзка')
  expect(after('Остаток на начало')).toBe('1 250,50 ₽')
  expect(after('Поступило')).toBe('+300 ₽')
  expect(after('Списано')).toBe('0 ₽')
  expect(after('Остаток на конец')).toBe('1 550,50 ₽')
  expect(texts).toContain('Дата и время (МСК)')
  expect(texts).toContain('07.03.2026, 15:00')
  expect(texts.join(' ')).not.toContain('01.04.2026')
  expect(texts).toContain('Страница 1 из 1')
  expect(texts.join('')).not.toContain('\ufffd')
  expect(fonts.map(({ name }) => name.replace(/^\w+\+/, '')).sort()).toEqual(['PTSans-Bold', 'PTSans-Regular'])
  expect(fonts.every(({ embedded }) => embedded)).toBe(true)
})

// Each text with its form on paper, where a box stands for a character that the font lacks.
test.each([
  ['Әлия Қанатқызы', 'Әлия Қанатқызы'],
  ['Айгүл Ың, Ҳасан Ғуломов, Ștefan Țurcan', 'Айгүл Ың, Ҳасан Ғуломов, Ștefan Țurcan'],
  [
    'Әә Ғғ Ққ Ңң Өө Ұұ Үү Һһ Ҳҳ Ӣӣ Ӯӯ Ҷҷ Ҡҡ Ҙҙ Ҫҫ Ӑӑ Ӗӗ Ӳӳ Șș Țț',
    'Әә Ғғ Ққ Ңң Өө Ұұ Үү Һһ Ҳҳ Ӣӣ Ӯӯ Ҷҷ Ҡҡ Ҙҙ Ҫҫ Ӑӑ Ӗӗ Ӳӳ Șș Țț',
  ],
  ['Сергеи\u0306 Ёлкин', 'Сергей Ёлкин'],
  ['Ве\u0301ра', 'Ве\u0301ра'],
  ['А\u0333\u0334\u0335 З', 'А□ З'],
  ['გია and דנה', '□□□ and □□□'],
  ['Вера \u202eавокивоН\u202c', 'Вера авокивоН'],
  ['Очень\u200b вкусно 🎉👩‍👩‍👧🇷🇺', 'Очень вкусно □□□'],
  ['Спасибо,\n«ё» 1\u00a0000\u00a0₽ №\u202f5', 'Спасибо, «ё» 1\u00a0000\u00a0₽ № 5'],
])('the papers keep the letters of %j', async (text, printed) => {
  await api.db
    .updateTable('user_account')
    .set({ first_name: text, last_name: '' })
    .where('id', '=', anna.userId)
    .execute()
  for (const path of [
    `statement.pdf?restId=${anna.restaurantId}&from=2026-03-05&to=2026-03-05`,
    'income-certificate.pdf?year=2026',
  ]) {
    const { pages } = await download(`/user/${path}`)
    expect(pages[0]?.[(pages[0]?.indexOf('Получатель') ?? 0) + 1]).toBe(printed)
  }
})

test('a guest’s comment is printed with its emoji as boxes', async () => {
  const { pages } = await download(`/user/statement.pdf?restId=${anna.restaurantId}&from=2026-03-05&to=2026-03-05`)
  expect(pages[0]?.find((text) => text.includes('вкусно'))).toMatch(/ · № \d+ · Очень вкусно □$/)
})

test('the name of a restaurant that ends in the middle of an emoji at the limit has its files', async () => {
  await api.db
    .updateTable('restaurant')
    .set({ name: `${'К'.repeat(59)}🍕` })
    .where('id', '=', anna.restaurantId)
    .execute()
  const days = `restId=${anna.restaurantId}&from=2026-03-05&to=2026-03-05`
  for (const path of [`/user/statement.pdf?${days}`, `/user/billing.csv?${days}`]) {
    const { response } = await download(path)
    expect([response.statusCode, response.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('%D0%9A'),
    ])
  }
  await api.db.updateTable('restaurant').set({ name: 'Берёзка' }).where('id', '=', anna.restaurantId).execute()
})

test('tips that arrive after the days on which guests paid are on the paper of both', async () => {
  const vera = await api.createUser()
  const hers = await api.signedIn(vera)
  const tip = (external_id: string, paid_at: string) => ({ ...newTip(external_id, 500, paid_at), employee_id: vera.id })
  await bookInTime(tip('in time', '2026-09-25T12:00:00Z'))
  await moveAt(api.url, new Date('2026-10-02T12:00:00Z'), () => bookTips(api.db, [tip('late', '2026-09-20T12:00:00Z')]))
  const statement = async (from: string, to: string) => {
    const file = (await hers.get(`/user/statement.pdf?restId=${vera.restaurantId}&from=${from}&to=${to}`)).rawPayload
    return (readPdf(file).pages[0] ?? []).map((text) => text.replaceAll('\u00a0', ' '))
  }
  const after = (texts: readonly string[], name: string) => texts[texts.indexOf(name) + 1]

  const september = await statement('2026-09-01', '2026-09-30')
  expect(september).toContain('Чаевые, которые гости оставили за эти дни, с исправлениями и возвратами: 1 000 ₽')
  expect([after(september, 'Поступило'), after(september, 'Остаток на конец')]).toEqual(['+500 ₽', '500 ₽'])
  expect(september.find((text) => text.includes('не вошло в остаток на конец'))).toBeDefined()
  expect(september).toContain('20.09.2026, 15:00')

  const october = await statement('2026-10-01', '2026-10-31')
  expect(october).toContain('Чаевые, которые гости оставили за эти дни, с исправлениями и возвратами: 0 ₽')
  expect([after(october, 'Остаток на начало'), after(october, 'Остаток на конец')]).toEqual(['500 ₽', '1 000 ₽'])
  expect(october.find((text) => text.includes('гость оплатил 20.09.2026'))).toBeDefined()
  expect(october).toContain('02.10.2026, 15:00')

  const [late, inTime] = (await hers.get('/user/billing')).json().items
  expect([late.paid_at, inTime.paid_at]).toEqual(['2026-09-20T12:00:00.000Z', undefined])
  const [, lateLine] = (await hers.get('/user/billing.csv')).body.split('\r\n')
  expect(lateLine).toMatch(/;20\.09\.2026$/)

  const certificate = readPdf((await hers.get('/user/income-certificate.pdf?year=2026')).rawPayload).pages[0] ?? []
  const texts = certificate.map((text) => text.replaceAll('\u00a0', ' '))
  expect(after(texts, 'Сентябрь 2026')).toBe('1 000 ₽')
  expect(texts).not.toContain('Октябрь 2026')
})

test('a period with too many operations has their totals by month', async () => {
  const busy = await hire(api.db, await openRestaurant(api.db))
  const tips = (month: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...newTip(`${month} ${n}`, 100, `${month}-01T09:00:00Z`),
      employee_id: busy.id,
    }))
  await moveAt(api.url, new Date('2026-03-02'), () => bookTips(api.db, tips('2026-03', STATEMENT_LINES)))
  await moveAt(api.url, new Date('2026-04-02'), () => bookTips(api.db, tips('2026-04', 1)))
  const hers = await api.signedIn(busy)
  const response = await hers.get(`/user/statement.pdf?restId=${busy.restaurantId}&from=2026-03-01&to=2026-05-31`)
  const { pages } = readPdf(response.rawPayload)
  expect(pages).toHaveLength(1)
  const texts = (pages[0] ?? []).map((text) => text.replaceAll('\u00a0', ' '))
  const row = (name: string) => texts.slice(texts.indexOf(name) + 1, texts.indexOf(name) + 3)
  expect(row('Март 2026')).toEqual(['1 000', '+100 000 ₽'])
  expect(row('Апрель 2026')).toEqual(['1', '+100 ₽'])
})

test('a month of 100 operations has three pages', async () => {
  const busy = await hire(api.db, await openRestaurant(api.db))
  const tips = Array.from({ length: 100 }, (_, n) => ({
    ...newTip(
      `page ${n}`,
      100,
      `2026-03-${String(1 + (n % 30)).padStart(2, '0')}T09:00:00Z`,
      'Спасибо за чудесный вечер!',
    ),
    employee_id: busy.id,
  }))
  await moveAt(api.url, new Date('2026-03-31T12:00:00Z'), () => bookTips(api.db, tips))
  const hers = await api.signedIn(busy)
  const response = await hers.get(`/user/statement.pdf?restId=${busy.restaurantId}&from=2026-03-01&to=2026-03-31`)
  expect(readPdf(response.rawPayload).pages).toHaveLength(3)
})

test('a certificate has what colleagues have passed on as income of the one who received it', async () => {
  const restaurant = await openRestaurant(api.db)
  const chief = await hire(api.db, restaurant, { isDefault: true })
  const waiter = await hire(api.db, restaurant)
  await bookTips(api.db, [{ ...newTip('team', 1_000, '2026-10-02T12:00:00Z'), employee_id: chief.id }])
  const order = { kind: 'transfer', rest_id: restaurant.id, recipient_employee_id: waiter.id, amount: 300 } as const
  await moveAt(api.url, new Date('2026-10-03T12:00:00Z'), async () => {
    const code = await codeFor(api.db, chief, order)
    await requestPayout(api, signedIn(chief), randomUUID(), { ...order, code })
  })
  const october = async (user: TestEmployee) => {
    const response = await (await api.signedIn(user)).get('/user/income-certificate.pdf?year=2026')
    const texts = (readPdf(response.rawPayload).pages[0] ?? []).map((text) => text.replaceAll('\u00a0', ' '))
    return texts.slice(texts.indexOf('Октябрь 2026') + 1, texts.indexOf('Октябрь 2026') + 6)
  }
  expect(await october(chief)).toEqual(['1 000 ₽', '0 ₽', '0 ₽', '−300 ₽', '700 ₽'])
  expect(await october(waiter)).toEqual(['0 ₽', '0 ₽', '+300 ₽', '0 ₽', '300 ₽'])
})

// spec: 2.153, 9.76
test('the certificate has the year by month: tips, corrections and chargebacks, and that it is no tax document', async () => {
  const second = await hire(api.db, await openRestaurant(api.db, { name: 'Старый мост' }), { user: anna.userId })
  await bookTips(api.db, [{ ...newTip('fourth', 500, '2026-05-02T12:00:00Z'), employee_id: second.id }])
  await adjustTips(api.db, [
    { external_id: randomUUID(), tip: 'second', kind: 'correction', change: -50 },
    { external_id: randomUUID(), tip: 'third', kind: 'chargeback', change: -100 },
  ])
  const { response, pages, fonts } = await download('/user/income-certificate.pdf?year=2026')
  expect(response.headers['content-type']).toBe('application/pdf')
  expect(pages).toHaveLength(1)
  const texts = (pages[0] ?? []).map((text) => text.replaceAll('\u00a0', ' '))
  const row = (name: string) => texts.slice(texts.indexOf(name) + 1, texts.indexOf(name) + 6)
  expect(texts).toContain('за 2026 год')
  expect(texts).toContain('+7 (916) 000-00-01')
  expect(texts).toContain('Берёзка, Старый мост')
  expect(texts.find((text) => /^2026-[0-9A-F]{6}-\d{6}$/.test(text))).toBeDefined()
  expect(row('Март 2026')).toEqual(['1 550,50 ₽', '−50 ₽', '0 ₽', '0 ₽', '1 500,50 ₽'])
  // Adjustments count on the days of their tips.
  expect(row('Апрель 2026')).toEqual(['100 ₽', '−100 ₽', '0 ₽', '0 ₽', '0 ₽'])
  expect(row('Май 2026')).toEqual(['500 ₽', '0 ₽', '0 ₽', '0 ₽', '500 ₽'])
  expect(row('За год')).toEqual(['2 150,50 ₽', '−150 ₽', '0 ₽', '0 ₽', '2 000,50 ₽'])
  expect(texts.join(' ')).toContain('а не налоговый документ')
  expect(fonts.every(({ embedded }) => embedded)).toBe(true)
})

test('the QR code of a certificate opens a page that confirms number, initials, end of the phone and income, and nothing else', async () => {
  const lena = await api.createUser()
  await api.db
    .updateTable('user_account')
    .set({ first_name: 'Елена', last_name: 'Котова-Ким' })
    .where('id', '=', lena.userId)
    .execute()
  await bookTips(api.db, [{ ...newTip('checked', 1_234.5, '2026-06-02T12:00:00Z'), employee_id: lena.id }])
  const file = (await (await api.signedIn(lena)).get('/user/income-certificate.pdf?year=2026')).rawPayload
  const [, url = ''] = /\/URI \((\S+)\)/.exec(file.toString('latin1')) ?? []
  const number = readPdf(file).pages[0]?.find((text) => /^2026-[0-9A-F]{6}-\d{6}$/.test(text)) ?? ''
  const check = (address: string) =>
    api.app.inject({ url: address.replace(/^http:\/\/[^/]+/, ''), remoteAddress: '203.0.113.7' })

  const { headers, body } = await check(url)
  expect(headers).toMatchObject({ 'content-type': expect.stringContaining('text/html'), 'cache-control': 'no-store' })
  expect(body).toContain('Справка подтверждена')
  for (const text of [number, 'Е.\u00a0К.', lena.phone.slice(-4), '1\u00a0234,50\u00a0₽']) expect(body).toContain(text)
  for (const text of ['Елена', 'Котова', lena.phone.slice(-5), lena.userId]) expect(body).not.toContain(text)

  const letter = url.at(-9) === 'A' ? 'B' : 'A'
  for (const wrong of [
    '/api/v1/certificate',
    '/api/v1/certificate?c=&c=',
    `${url.slice(0, -9)}${letter}${url.slice(-8)}`,
    url.slice(0, -30),
  ]) {
    expect((await check(wrong)).body).toContain('Справка не подтверждена')
  }
})

test('an address may send 120 wrong codes of certificates in an hour', async () => {
  const check = (remoteAddress: string) => api.app.inject({ url: '/api/v1/certificate?c=x', remoteAddress })
  const statuses = await Promise.all(Array.from({ length: 121 }, async () => (await check('203.0.113.9')).statusCode))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect((await check('198.51.100.9')).statusCode).toBe(200)
})

test.each([
  ['/user/income-certificate.pdf?year=2098', 422],
  ['/user/income-certificate.pdf?year=x', 400],
  ['/user/statement.pdf?from=2026-03-01&to=2026-03-31', 400],
  ['/user/statement.pdf?restId=none&from=2026-03-01&to=2026-03-31', 404],
])('%s responds with %i', async (path, status) => {
  const response = await browser.get(path)
  expect([response.statusCode, response.headers['content-type']]).toEqual([status, expect.stringContaining('json')])
})

const shortStatement = {
  ...{ opening: 0, closing: 0, in: 0, out: 0, fees: 0, tips: 0, count: 200, months: [], issuedAt: new Date() },
  ...{ holder: 'Анна', restaurant: 'Берёзка', timeZone: 'Europe/Moscow', from: '2026-11-01', to: '2026-11-30' },
  lines: [],
}

test('other requests get the processor while a document is written', async () => {
  const line = {
    ...({ number: 100_001, type: 'tip', status: 'completed', title: 'Чаевые', comment: null } as const),
    ...{ amount: 100_00, fee: 0, moved: 100_00, day: '2026-11-20', own_day: '2026-11-20', at: new Date() },
  }
  const turns = { count: 0 }
  let isDone = false
  const takeTurn = () => {
    turns.count += 1
    if (!isDone) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  await writePdf('statement', {
    ...shortStatement,
    lines: Array.from({ length: 200 }, () => line),
  })
  isDone = true
  // The writing thread may take any time, in which this one has thousands of turns.
  expect(turns.count).toBeGreaterThan(1_000)
})

test('a document that takes longer than 30 s is given up, and the next one is written', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const endless = writePdf('statement', { ...shortStatement, lines: null, months: Array(2 ** 32 - 1) })
  const rejected = expect(endless).rejects.toThrow('aborted')
  await vi.advanceTimersByTimeAsync(30_000)
  await rejected
  vi.useRealTimers()
  const file = await writePdf('statement', shortStatement)
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a document that cannot be written does not prevent the next one', async () => {
  await expect(writePdf('statement', { lines: [] } as never)).rejects.toThrow()
  const { response } = await download('/user/income-certificate.pdf?year=2026')
  expect(response.statusCode).toBe(200)
})
