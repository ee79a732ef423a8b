import { expect, test } from '../fixtures.ts'

// spec: 2.1, 2.32
test('the page shows the balance, the average, the pending amount and the last five tips', {
  tag: '@mfe-tips',
}, async ({ page, newUser, bookTips, signInAs }) => {
  const user = await newUser()
  await bookTips(user, [
    { amount: 100, daysAgo: 6 },
    { amount: 200, daysAgo: 5 },
    { amount: 300, daysAgo: 4, rating: 4, comment: 'Спасибо за вечер!' },
    { amount: 400, daysAgo: 3 },
    { amount: 500, daysAgo: 2 },
    { amount: 600, daysAgo: 1 },
    { amount: 700, status: 'pending' },
  ])
  await signInAs(user)
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
