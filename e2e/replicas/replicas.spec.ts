import type { Page } from '@playwright/test'
import { incomingTips } from '@portal/test-kit/tips'
import { signIn, withdrawButton } from '../fixtures/steps.ts'
import type { TestUser } from '../fixtures/users.ts'
import { expect, test } from './fixtures.ts'
import type { Replica, Stack } from './stack.ts'

/** Orders a payout up to the code, which is typed but not sent. */
async function orderPayout(page: Page, rubles: number, readCode: (phone: string) => Promise<string>, user: TestUser) {
  await page.getByRole('link', { name: 'Вывод средств' }).click()
  await page.getByLabel('Сумма').fill(String(rubles))
  await page.getByRole('button', { name: /^Вывести \d/ }).click()
  await expect(page.getByText(/Код отправлен/)).toBeVisible()
  await page.getByLabel('Код из СМС').fill(await readCode(user.phone))
}

const available = (page: Page) => page.getByText('Доступно к выводу').locator('..')
const history = (page: Page) => page.getByRole('list', { name: 'Выводы' })

/** Books a tip through the chosen replica, without nginx. */
async function tipThrough(replica: Replica | undefined, { serviceToken }: Stack, user: TestUser, rubles: number) {
  const response = await fetch(`${replica?.address}/api/v1/ingest/tips`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(incomingTips(user, [{ amount: rubles }])),
  })
  expect(await response.json()).toEqual({ booked: 1, repeated: 0 })
}

test('a user signs in, sees a tip that another replica booked, and withdraws', async ({
  page,
  stack,
  newUser,
  addCard,
  readCode,
}) => {
  const user = await newUser()
  await addCard(user)
  await page.goto('/login')
  await signIn(page, user.phone)
  // The page's event stream is at one of the two replicas.
  await tipThrough(stack.apis[0], stack, user, 300)
  await expect(available(page)).toContainText('300\u00A0₽')
  await tipThrough(stack.apis[1], stack, user, 200)
  await expect(available(page)).toContainText('500\u00A0₽')

  await orderPayout(page, 400, readCode, user)
  await withdrawButton(page).click()
  await expect(history(page).getByText('Выплачено')).toBeVisible()
  await page.getByRole('button', { name: 'Вывести ещё' }).click()
  await expect(available(page)).toContainText('100\u00A0₽')
})
