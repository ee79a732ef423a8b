import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Fills the form and stops where the code is asked for. */
async function orderPayout(page: Page, amount: number) {
  await page.getByLabel('Сумма').fill(String(amount))
  await page.getByRole('button', { name: 'Вывести', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Подтвердить/ }).click()
  await expect(page.getByText(/Код отправлен на/)).toBeVisible()
}

test('500 ₽ to a card: status, balance and operations follow without a reload', async ({
  page,
  newWaiter,
  bookTips,
  addCard,
  signInAs,
  readCode,
}) => {
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 1250 }])
  await addCard(waiter)
  await signInAs(waiter)
  await page.goto('/out')
  await orderPayout(page, 500)
  await page.getByLabel(/Код/).fill(await readCode(waiter.phone))
  await expect(page.getByText('Выплачено').first()).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(/750\s₽/).first()).toBeVisible()
})
