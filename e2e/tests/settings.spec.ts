import { expect, test } from '../fixtures.ts'

// spec: 1.5, 2.6, 2.96
test('the settings link to each of their pages and to the sign-out', async ({ page, newWaiter, signInAs }) => {
  await signInAs(await newWaiter())
  const places: [link: RegExp, title: string][] = [
    [/^Способы вывода/, 'Способы вывода'],
    [/^Телефон/, 'Смена телефона'],
    [/^Пароль/, 'Смена пароля'],
    [/^Активные сеансы/, 'Активные сеансы'],
  ]
  for (const [link, title] of places) {
    await page.goto('/settings')
    await page.getByRole('main').getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await page.goto('/settings')
  await page.getByRole('main').getByRole('button', { name: 'Выход' }).click()
  await expect(page).toHaveURL(/\/login/)
})
