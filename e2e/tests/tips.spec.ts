import type { Page } from '@playwright/test'
import { openFrames } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

// spec: 1.2, 2.1, 2.32
test('the page shows the balance, the average, the pending amount and the last five tips', {
  tag: '@mfe-tips',
}, async ({ page, newWaiter, bookTips, signInAs }) => {
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
  await page.getByRole('link', { name: 'Вывести часть' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Вывод средств' })).toBeVisible()
})

// spec: 2.61
test('the period is in the address, and the chart has a table for screen readers', { tag: '@mfe-tips' }, async ({
  page,
  newWaiter,
  bookTips,
  signInAs,
}) => {
  const waiter = await newWaiter()
  // One tip is of the month before last, whatever day it is, and one of today.
  await bookTips(waiter, [{ amount: 900, daysAgo: 63 }, { amount: 1000 }, { amount: 50 }])
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
  await expect(page).toHaveURL(/\?period=today$/)
  await expect(period).toContainText('вчера чаевых не было')
})

// spec: 2.63
test('a new tip appears without a reload', { tag: ['@mfe-tips', '@phone'] }, async ({
  page,
  newWaiter,
  bookTips,
  signInAs,
}) => {
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 100 }])
  await signInAs(waiter)
  await page.goto('/')
  const available = page.getByText('Доступно к выводу').locator('..')
  await expect(available).toContainText('100\u00A0₽')
  await bookTips(waiter, [{ amount: 1000 }])
  await expect(available).toContainText('1\u00A0100\u00A0₽')
})

test('before the first tip the page shows when tips will appear', { tag: ['@mfe-tips', '@phone'] }, async ({
  page,
  newWaiter,
  signInAs,
}) => {
  await signInAs(await newWaiter())
  await page.goto('/')
  await expect(page.getByText('Пока нет чаевых', { exact: true })).toBeVisible()
  await expect(page.getByText('Они появятся здесь сразу после оплаты гостем')).toBeVisible()
})

test('data that does not load can be requested again', { tag: ['@mfe-tips', '@phone'] }, async ({
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
  await openFrames(page)
  const stats = '**/api/v1/user/tips/stats?**'
  await page.route(stats, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Away' } }))
  await page.goto('/')
  await expect(page.getByText('Не удалось загрузить данные')).toBeVisible()
  await page.unroute(stats)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByText('Не удалось загрузить данные')).toHaveCount(0)
  await expect(page.getByText('Последние чаевые')).toBeVisible()
})

test('a toast reports a new tip once, several at once together, and earlier ones never', {
  tag: ['@mfe-tips', '@phone'],
}, async ({ page, newWaiter, bookTips, signInAs }) => {
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 100 }])
  await signInAs(waiter)
  // A toast appears on every page, not only on that of the tips.
  await openAndListen(page, '/settings')
  await bookTips(waiter, [{ amount: 500 }])
  const toast = page.getByRole('status').filter({ hasText: 'Новые чаевые' })
  await expect(toast).toHaveText(/^Новые чаевые: \+500\s₽$/)
  await expect(toast).toHaveCount(0)

  await page.getByRole('button', { name: 'Скрыть суммы' }).click()
  await bookTips(waiter, [{ amount: 300 }])
  await expect(toast).toHaveText('Новые чаевые')
  await expect(toast).toHaveCount(0)
  await page.getByRole('button', { name: 'Показать суммы' }).click()

  await Promise.all([bookTips(waiter, [{ amount: 400 }, { amount: 500 }]), bookTips(waiter, [{ amount: 600 }])])
  await expect(toast).toHaveText(/^Новые чаевые: 3 на 1\s500\s₽$/)
})

test('the toast names the restaurant when the user has several', { tag: ['@mfe-tips', '@phone'] }, async ({
  page,
  newWaiter,
  bookTips,
  signInAs,
}) => {
  const waiter = await newWaiter('Мария Котова', [{ restaurant: 'Берег' }, { restaurant: 'Причал' }])
  await signInAs(waiter)
  await openAndListen(page, '/')
  await bookTips(waiter, [{ amount: 500 }], 1)
  await expect(page.getByRole('status')).toHaveText(/^Новые чаевые · Причал: \+500\s₽$/)
})

test('a tip before the event stream opens is not missed', { tag: ['@mfe-tips', '@phone'] }, async ({
  page,
  newWaiter,
  bookTips,
  signInAs,
}) => {
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 100 }])
  await signInAs(waiter)
  let listen = () => {}
  const listening = new Promise<void>((resolve) => {
    listen = resolve
  })
  await page.route('**/api/v1/events?**', async (route) => {
    await listening
    await route.continue()
  })
  await page.goto('/')
  const available = page.getByText('Доступно к выводу').locator('..')
  await expect(available).toContainText('100\u00A0₽')
  await bookTips(waiter, [{ amount: 1000 }])
  listen()
  await expect(available).toContainText('1\u00A0100\u00A0₽')
})

/** Waits until the page has opened the event stream; earlier changes cause no toast. */
async function openAndListen(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse('**/api/v1/events?**')
  await page.goto(path)
  await stream
}
