import { signIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures.ts'

test('an open page goes to login when an operator disables its user, who signs in again once enabled', async ({
  page,
  newUser,
  signInAs,
  decide,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/401/, /403/, /EventSource/)
  const user = await newUser()
  await signInAs(user)
  const stream = page.waitForResponse((response) => response.url().includes('/api/v1/events'))
  await page.goto('/billing')
  await stream
  await decide(`users/${user.id}/block`)
  await expect(page).toHaveURL(/\/login\?back=/)
  await expect(page.getByText('Аккаунт отключён', { exact: true })).toBeVisible()

  await signIn(page, user.phone)
  await expect(page.getByText(/^Аккаунт отключён\. Обратитесь/)).toBeVisible()
  await decide(`users/${user.id}/unblock`)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Операции' })).toBeVisible()
})
