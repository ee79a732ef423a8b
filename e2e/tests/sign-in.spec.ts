import { openMenu } from '@portal/test-kit/steps'
import { signIn } from '../fixtures/steps.ts'
import { demo } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

// spec: 2.18, 2.44
test('Анна signs in with the demo password', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, demo.anna.phone)
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeFocused()
  await openMenu(page)
  await expect(page.getByText(demo.anna.name)).toBeVisible()
})

// spec: 4.4
test('a phone is pasted in any spelling, and one of another country stays as it is written', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/login')
  const phone = page.getByLabel('Телефон')
  const paste = async (text: string) => {
    await phone.fill('')
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await phone.press('ControlOrMeta+V')
  }
  for (const text of ['89001112233', '+79001112233', ' 7 (900) 111-22-33\n', '9001112233']) {
    await paste(text)
    await expect(phone).toHaveValue('+7 (900) 111-22-33')
  }
  await paste('+998 90 123-45-67')
  await expect(phone).toHaveValue('+998 90 123-45-67')
  await expect(phone).toHaveAccessibleDescription('Только российский номер: +7 9…')
})

// spec: 2.32, 2.48
test('signing in returns to the requested page', async ({ page, newUser, bookTips }) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 500 }])
  await page.goto('/billing?type=tip')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, user.phone)
  await expect(page).toHaveURL(/\/billing\?type=tip$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Операции' })).toBeVisible()
})
