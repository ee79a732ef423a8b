import { openMenu, signIn } from '@portal/test-kit/steps'
import { expect, test } from '@portal/test-kit/test'

test.describe('shell', { tag: ['@smoke', '@shell'] }, () => {
  test('a user signs in on the login page, opens the requested page, and signs out', async ({
    page,
    newUser,
    allowedConsole,
  }) => {
    // A page that was not rendered in time requests the session itself, and gets a 401 without one.
    allowedConsole.patterns.push(/401/)
    const user = await newUser()
    await page.goto('/settings')
    await expect(page).toHaveURL(/\/login/)
    await signIn(page, user)
    await expect(page).toHaveURL(/\/settings$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible()
    await openMenu(page)
    await expect(page.getByText(user.name)).toBeVisible()
    await page.getByTitle('Выход').click()
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/billing')
    await expect(page).toHaveURL(/\/login/)
  })

  test('the pages before sign-in have no violation of accessibility', async ({ page, expectAccessible }) => {
    for (const path of ['/login', '/password/recovery']) {
      await page.goto(path)
      await expect(page.getByLabel('Телефон')).toBeVisible()
      await expectAccessible(page)
    }
  })
})
