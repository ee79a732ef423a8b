import type { Page } from '@playwright/test'
import { openMenu, untilLive } from '@portal/test-kit/steps'
import type { Waiter } from '../fixtures/people.ts'
import { withdrawAll, withdrawalsOfAll } from '../fixtures/withdrawals-of-all.ts'
import { expect, test } from '../fixtures.ts'

/** Fills the form up to the code. */
async function orderPayout(page: Page, rubles: number) {
  await page.getByLabel('Сумма').fill(String(rubles))
  await page.getByRole('button', { name: 'Вывести', exact: true }).click()
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByText(/Код отправлен на .*\+7 \(9\d\d\) •••-••-\d\d/)).toBeVisible()
  await expect(page.getByLabel('Код из СМС')).toBeFocused()
}

const submit = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Вывести/ })
const balance = (page: Page) => page.getByText('Доступно к выводу').locator('..')
const history = (page: Page) => page.getByRole('list', { name: 'Выводы' })

let waiter: Waiter

test.beforeEach(async ({ newWaiter, bookTips, addCard, signInAs }) => {
  waiter = await newWaiter('Мария Котова', [{ restaurant: 'Берег' }])
  await bookTips(waiter, [{ amount: 1250 }])
  await addCard(waiter)
  await signInAs(waiter)
})

// spec: 1.3, 2.32
test('a payout of 500 ₽ to a card updates status, balance and operations without a reload', {
  tag: '@mfe-payouts',
}, async ({ page, readCode }) => {
  await page.goto('/out')
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await orderPayout(page, 500)
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  await submit(page).click()
  await expect(page.getByRole('heading', { name: /Заявка № \d+/ })).toBeVisible()
  await expect(page.getByRole('main').getByText('Выплачено').first()).toBeVisible()
  await expect(history(page).getByText('Выплачено')).toBeVisible()

  await page.getByRole('button', { name: 'Вывести ещё' }).click()
  await expect(balance(page)).toContainText('750\u00A0₽')

  await openMenu(page)
  await page.getByRole('link', { name: 'Операции', exact: true }).click()
  await expect(page.getByText('−500\u00A0₽').first()).toBeVisible()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})

// spec: 2.192
test('a withdrawal of all to the default card is three taps and a code @phone', { tag: '@mfe-payouts' }, async ({
  page,
  readCode,
  database,
}) => {
  await page.goto('/')
  await untilLive(page)
  const { taps } = await withdrawAll(page, withdrawalsOfAll.allAtOnce, () => readCode(waiter.phone))
  expect(taps).toBe(3)
  const { rows } = await database.query(
    `select amount, type from payout join payout_binding b on b.id = payout.binding_id where payout.user_id = $1`,
    [waiter.id],
  )
  expect(rows).toEqual([{ amount: '125000', type: 'card' }])
})

// spec: 1.3
test('a payout to a phone by СБП has no fee', { tag: ['@mfe-payouts', '@phone'] }, async ({
  page,
  addSbpPhone,
  readCode,
}) => {
  await addSbpPhone(waiter)
  await page.goto('/out')
  await page.getByRole('radio', { name: /СБП/ }).check()
  await orderPayout(page, 1000)
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  await submit(page).click()
  await expect(history(page).getByText('Выплачено')).toBeVisible()
  await history(page).getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByText('Комиссия').locator('..')).toContainText('0\u00A0₽')
})

// spec: 2.77
test('the form shows a broken limit before anything is sent', { tag: ['@mfe-payouts', '@phone'] }, async ({ page }) => {
  await page.goto('/out')
  const button = page.getByRole('button', { name: 'Вывести', exact: true })
  for (const [rubles, reason] of [
    ['50', 'Минимальная сумма — 100\u00A0₽'],
    ['1251', 'Недостаточно средств: доступно 1\u00A0250\u00A0₽'],
    ['75001', 'Максимум за раз — 75\u00A0000\u00A0₽'],
  ] as const) {
    await page.getByLabel('Сумма').fill(rubles)
    await expect(page.getByText(reason)).toBeVisible()
    await expect(button).toBeDisabled()
  }
  await page.getByText('Вывести всё').click()
  await expect(page.getByLabel('Сумма')).toHaveValue('1\u00A0250')
  await expect(button).toBeEnabled()
})

test('a wrong code consumes one attempt and nothing else', { tag: ['@mfe-payouts', '@phone'] }, async ({
  page,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/422/)
  await page.goto('/out')
  await orderPayout(page, 500)
  const code = await readCode(waiter.phone)
  await page.getByLabel('Код из СМС').fill(code === '000000' ? '000001' : '000000')
  await submit(page).click()
  await expect(page.getByText('Неверный код. Осталось 4\u00A0попытки')).toBeVisible()
  // The first digit of the right code replaces the whole wrong one.
  await expect(page.getByLabel('Код из СМС')).toBeFocused()
  await page.keyboard.type(code)
  await submit(page).click()
  await expect(page.getByRole('heading', { name: /Заявка № \d+/ })).toBeVisible()
})

test('an unusual payout requires a second code, which is sent at once, and a double click creates one payout', {
  tag: ['@mfe-payouts', '@phone'],
}, async ({ page, readCode, database, allowedConsole }) => {
  allowedConsole.patterns.push(/422/)
  await database.query('update user_account set recovered_at = now() where id = $1', [waiter.id])
  await database.query(
    `insert into device (token_hash, user_id, created_at) values (sha256($1::text::bytea), $1::uuid, now() - interval '30 days')`,
    [waiter.id],
  )
  await page.goto('/out')
  await orderPayout(page, 500)
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  await submit(page).click()
  await expect(page.getByText(/^Операция не похожа на ваши обычные/)).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('485')
  await page.getByRole('button', { name: 'Получить новый код' }).click()
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  await expect(page.getByLabel('Код из СМС')).toBeFocused()
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  await submit(page).dblclick()
  await expect(page.getByRole('heading', { name: /Заявка № \d+/ })).toBeVisible()
  await expect(history(page).getByRole('listitem')).toHaveCount(1)
})

test('a declined payout returns the money and shows the reason', { tag: ['@mfe-payouts', '@phone'] }, async ({
  page,
  addCard,
  readCode,
  database,
}) => {
  await database.query('delete from payout_binding where user_id = $1', [waiter.id])
  await addCard(waiter, { last4: '0002' })
  await page.goto('/out')
  await orderPayout(page, 500)
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  await submit(page).click()
  await expect(page.getByText('Карта недоступна, выберите другую').first()).toBeVisible()
  await expect(page.getByText('Отклонено, деньги возвращены на баланс').first()).toBeVisible()
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(balance(page)).toContainText('1\u00A0250\u00A0₽')
})

// spec: 6.16
test('a double click and a lost response create one payout', { tag: ['@mfe-payouts', '@phone'] }, async ({
  page,
  readCode,
  allowedConsole,
  database,
}) => {
  allowedConsole.patterns.push(/ERR_FAILED|ERR_CONNECTION/)
  await page.goto('/out')
  await orderPayout(page, 500)
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  // The server creates the payout, and the response never arrives.
  await page.route('**/api/v1/user/payout', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await submit(page).dblclick()
  await expect(page.getByRole('heading', { name: /Заявка № \d+/ })).toBeVisible()
  const { rows } = await database.query('select amount from payout where user_id = $1', [waiter.id])
  expect(rows).toEqual([{ amount: '50000' }])
})

test('a reload restores the form, and the code that was sent is still valid', {
  tag: ['@mfe-payouts', '@phone'],
}, async ({ page, readCode, allowedConsole }) => {
  // Another code can be requested only after a minute.
  allowedConsole.patterns.push(/429/)
  await page.goto('/out')
  await orderPayout(page, 500)
  await page.reload()
  await expect(page.getByLabel('Сумма')).toHaveValue('500')
  await expect(balance(page)).toContainText('1\u00A0250\u00A0₽')
  await page.getByRole('button', { name: 'Вывести', exact: true }).click()
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  await submit(page).click()
  await expect(page.getByRole('heading', { name: /Заявка № \d+/ })).toBeVisible()
})

test('the page without a method leads to adding one', { tag: ['@mfe-payouts', '@phone'] }, async ({
  page,
  database,
}) => {
  await database.query('delete from payout_binding where user_id = $1', [waiter.id])
  await page.goto('/out')
  await expect(page.getByText('Добавьте карту или телефон СБП')).toBeVisible()
  await page.getByRole('link', { name: 'Добавить' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Способы вывода' })).toBeVisible()
})

// spec: 2.84
test('the receipt can be printed, and the payout repeated', { tag: '@mfe-payouts' }, async ({ page, readCode }) => {
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: true })
  })
  await page.goto('/out')
  await orderPayout(page, 500)
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  await submit(page).click()
  await expect(history(page).getByText('Выплачено')).toBeVisible()
  await history(page).getByRole('button').first().click()
  const sheet = page.getByRole('dialog')
  const receipt = sheet.getByRole('button', { name: 'Квитанция' })
  const size = page.viewportSize()
  for (const height of [640, 780]) {
    await page.setViewportSize({ width: 360, height })
    await expect(receipt).toBeInViewport({ ratio: 1 })
  }
  if (size) await page.setViewportSize(size)
  await receipt.click()
  expect(await page.evaluate(() => 'printed' in window)).toBe(true)
  await sheet.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByLabel('Сумма')).toHaveValue('500')
})

test('the status is updated without the event stream', { tag: ['@mfe-payouts', '@phone'] }, async ({
  page,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/ERR_FAILED/)
  await page.route('**/api/v1/events', (route) => route.abort())
  await page.goto('/out')
  await orderPayout(page, 500)
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  await submit(page).click()
  await expect(history(page).getByText('Выплачено')).toBeVisible()
})

// spec: 10.10
test('an order during a failover of the database waits, and is created once', {
  tag: ['@mfe-payouts', '@phone'],
}, async ({ page, database, readCode, allowedConsole }) => {
  allowedConsole.patterns.push(/503/)
  await page.goto('/out')
  await orderPayout(page, 500)
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  const keys: string[] = []
  await page.route('**/api/v1/user/payout', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return await route.fallback()
    keys.push(request.headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return await route.fallback()
    await route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { code: 'database_failover', message: '', retry_after: 1 },
    })
  })
  await submit(page).click()
  await expect(page.getByText(/^Переходим на запасной сервер\. Попробуем ещё раз через/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /Заявка № \d+/ })).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  const { rowCount } = await database.query('select from payout where user_id = $1', [waiter.id])
  expect(rowCount).toBe(1)
})
