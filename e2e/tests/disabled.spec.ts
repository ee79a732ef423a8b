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

// spec: 9.64
test('who is dismissed everywhere sees the money and withdraws it, and finds documents, history and support', async ({
  page,
  newUser,
  addCard,
  bookTips,
  signInAs,
  decide,
  expectAccessible,
}) => {
  const user = await newUser('Мария Котова', [{ restaurant: 'Берег' }])
  await addCard(user)
  await bookTips(user, [{ amount: 1_500 }])
  await signInAs(user)
  await decide(`employees/${user.workplaces[0]?.employeeId}/dismiss`)
  await page.goto('/')
  await expect(page.getByText('Вы здесь больше не работаете')).toBeVisible()
  await expect(page.getByText('Доступно к выводу').locator('..')).toContainText(/1\s500\s₽/)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Связаться с поддержкой' }).click()
  await expect(page.getByRole('heading', { name: 'Поддержка' })).toBeVisible()
  await page.goto('/billing')
  await expect(page.getByText(/1\s500\s₽/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Выписка и справка' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать справку' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Справка о доходах за/)

  await page.goto('/')
  await page.getByRole('link', { name: 'Вывести всё' }).click()
  await expect(page.getByText('Пришлём код по СМС')).toBeVisible()
})
