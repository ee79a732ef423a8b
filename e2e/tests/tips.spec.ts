import { expect, test } from '../fixtures.ts'

test('balance, average, what is on its way, and the last five tips', async ({
  page,
  newWaiter,
  bookTips,
  signInAs,
}) => {
  const waiter = await newWaiter()
  await bookTips(waiter, [
    { amount: 100, daysAgo: 6 },
    { amount: 200, daysAgo: 5 },
    { amount: 300, daysAgo: 4, rating: 4, comment: 'Спасибо за вечер!' },
    { amount: 400, daysAgo: 3 },
    { amount: 500, daysAgo: 2 },
    { amount: 600, daysAgo: 1 },
    { amount: 700, status: 'pending' },
  ])
  await signInAs(waiter)
  await page.goto('/')
  await expect(page.getByText('Доступно к выводу').locator('..')).toContainText('2\u00A0100\u00A0₽')
  await expect(page.getByText('К зачислению').first().locator('..')).toContainText('700\u00A0₽')
  const latest = page.getByRole('region', { name: 'Последние чаевые' })
  await expect(latest.getByRole('listitem')).toHaveCount(5)
  await expect(latest.getByText('Спасибо за вечер!')).toBeVisible()
  await expect(latest.getByText('+200\u00A0₽')).toHaveCount(0)
  await page.getByRole('link', { name: 'Вывести' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Вывод средств' })).toBeVisible()
})

test('the period is kept in the address, and the chart has a table for those who do not see it', async ({
  page,
  newWaiter,
  bookTips,
  signInAs,
}) => {
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 900, daysAgo: 20 }, { amount: 100, daysAgo: 2 }, { amount: 50 }])
  await signInAs(waiter)
  await page.goto('/')
  const period = page.getByRole('region', { name: 'За период' })
  await page.getByText('Месяц', { exact: true }).click()
  await expect(period).toContainText('1\u00A0050\u00A0₽')
  await expect(period.getByRole('table')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Месяц' })).toBeChecked()
  await expect(period).toContainText('1\u00A0050\u00A0₽')
  await page.getByText('Сегодня', { exact: true }).first().click()
  await expect(period).not.toContainText('1\u00A0050\u00A0₽')
})

test('a new tip appears by itself', async ({ page, newWaiter, bookTips, signInAs }) => {
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 100 }])
  await signInAs(waiter)
  await page.goto('/')
  const available = page.getByText('Доступно к выводу').locator('..')
  await expect(available).toContainText('100\u00A0₽')
  await bookTips(waiter, [{ amount: 1000 }])
  await expect(available).toContainText('1\u00A0100\u00A0₽')
})

test('before the first tip it says when it will appear', async ({ page, newWaiter, signInAs }) => {
  await signInAs(await newWaiter())
  await page.goto('/')
  await expect(page.getByText('Пока нет чаевых', { exact: true })).toBeVisible()
  await expect(page.getByText('Они появятся здесь сразу после оплаты гостем')).toBeVisible()
})

test('data that does not load can be asked for again', async ({
  page,
  newWaiter,
  bookTips,
  signInAs,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/503|ApiError|could not|not load/)
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 100 }])
  await signInAs(waiter)
  const stats = '**/api/v1/user/tips/stats?**'
  await page.route(stats, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Away' } }))
  await page.goto('/')
  await expect(page.getByText('Не удалось загрузить данные')).toBeVisible({ timeout: 20_000 })
  await page.unroute(stats)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByText('Не удалось загрузить данные')).toHaveCount(0)
  await expect(page.getByText('Последние чаевые')).toBeVisible()
})
