import type { Page } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

const group = (page: Page, title: string) => page.getByRole('list', { name: title, exact: true }).getByRole('link')
const withMoney = ['Чаевые', 'Операции', 'Вывод средств']

// spec: 3.2
test('the menu shows the money pages once there is money', async ({ page, newUser, signInAs, bookTips }) => {
  const user = await newUser()
  await signInAs(user)
  await page.goto('/')
  await openMenu(page)
  await expect(group(page, 'Меню')).toHaveText(['Чаевые'])
  await expect(group(page, 'Профиль')).toHaveText(['Личная карточка', 'Настройки'])

  await bookTips(user, [{ amount: 300 }])
  // The tip arrives in the open page without a reload.
  await expect(group(page, 'Меню')).toHaveText(withMoney)
})

// spec: 3.5
test('the menu ends with the name, its initial and the sign-out button', async ({ page, newUser, signInAs }) => {
  await signInAs(await newUser('Ольга Петрова'))
  await page.goto('/')
  await openMenu(page)
  await expect(page.getByText('Ольга Петрова')).toBeVisible()
  await expect(page.getByText('О', { exact: true })).toBeVisible()
  await expect(page.getByTitle('Выход')).toBeVisible()
  const bottom = page.viewportSize()?.height ?? 0
  expect((await page.getByTitle('Выход').boundingBox())?.y).toBeGreaterThan(bottom - 100)
})

test('on a tablet and on a phone on its side the menu is a rail of icons, whose names screen readers get', async ({
  page,
  newUser,
  signInAs,
}) => {
  await signInAs(await newUser('Ольга Петрова', [{ restaurant: 'Берег' }, { restaurant: 'Мост' }]))
  await page.goto('/settings')
  const menu = page.getByRole('complementary')
  for (const [width, height, menuWidth] of [
    [768, 1024, 72],
    [1099, 768, 72],
    [1180, 400, 72],
    [1100, 768, 264],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(menuWidth)
    await expect(menu.getByRole('link')).toHaveText(['Чаевые', 'Личная карточка', 'Настройки'])
  }
  await page.setViewportSize({ width: 768, height: 1024 })
  await menu.getByRole('combobox', { name: 'Ресторан' }).click()
  await page.getByRole('option', { name: 'Мост' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
  await expect(menu.getByRole('combobox', { name: 'Ресторан' })).toHaveText('Мост')
})

// On a wide screen the menu is always open.
test.describe('on a phone', { tag: '@phone' }, () => {
  // spec: 3.6, 11.2
  test('the menu opens by the header button, and closes by Esc, by a choice and in a wide window', async ({
    page,
    newUser,
    signInAs,
    bookTips,
  }) => {
    const user = await newUser()
    await bookTips(user, [{ amount: 300 }])
    await signInAs(user)
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Открыть меню' })
    const dialog = page.getByRole('dialog')

    await button.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()

    await button.click()
    await page.getByRole('link', { name: 'Операции', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Операции' })).toBeVisible()

    await button.click()
    await page.setViewportSize({ width: 767, height: 780 })
    await expect(dialog).toBeVisible()
    await page.setViewportSize({ width: 768, height: 780 })
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: 'Операции', exact: true })).toBeVisible()
  })
})

// spec: 2.21
test('an unknown address shows that there is no such page', { tag: '@phone' }, async ({
  page,
  baseURL,
  newUser,
  signInAs,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/404/)
  await signInAs(await newUser())
  for (const address of ['/nowhere', '//nowhere', '/%2Fnowhere', '/%5Cnowhere']) {
    await page.goto(address.startsWith('//') ? `${baseURL}${address}` : address)
    await expect(page.getByText('Страница не найдена')).toBeVisible()
  }
  await page.getByRole('link', { name: /главную/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
})
