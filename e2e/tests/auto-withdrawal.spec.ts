import type { TestUser } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

let user: TestUser

test.beforeEach(async ({ newUser, addCard, bookTips, signInAs }) => {
  user = await newUser('Нина Белова', [{ restaurant: 'Маяк' }])
  await addCard(user)
  await bookTips(user, [{ amount: 400 }])
  await signInAs(user)
})

// spec: 2.282, 2.284, 2.287
test('a user switches automatic withdrawals on with one code, the tips leave by themselves, and a tap switches them off', {
  tag: '@mfe-payouts',
}, async ({ page, readCode, bookTips, database }) => {
  await page.goto('/settings')
  await page.getByRole('link', { name: /^Автовывод/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Автовывод' })).toBeVisible()
  await page.getByText('По сумме').click()
  await page.getByLabel('Как только на балансе').fill('1000')
  await page.getByLabel('Не больше в день').fill('2000')
  await page.getByRole('button', { name: 'Включить' }).click()
  await page.getByLabel('Код из СМС').fill(await readCode(user.phone))
  await page.getByRole('dialog').getByRole('button', { name: 'Включить' }).click()
  await expect(page.getByText('Включён', { exact: true })).toBeVisible()

  await bookTips(user, [{ amount: 800 }])
  await expect(page.getByText(/^Последний вывод: (сегодня|вчера)/)).toBeVisible()
  const { rows } = await database.query('select amount, automatic from payout where user_id = $1', [user.id])
  expect(rows).toEqual([{ amount: '120000', automatic: true }])
  await page.goto('/billing')
  await expect(page.getByRole('button', { name: /^Автовывод.*Мир/ })).toBeVisible()

  await page.goto('/out/auto')
  await page.getByRole('button', { name: 'Выключить' }).click()
  await expect(page.getByText('Автовывод выключен').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Включить снова' })).toBeVisible()
})
