import type { Page } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

const saved = (page: Page) => page.getByRole('status').getByText('Изменения сохранены')
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' })

async function open(page: Page) {
  await page.goto('/profile')
  await expect(page.getByLabel('Имя', { exact: true })).toBeVisible()
}

// spec: 2.92
test('saved values are there after a reload, and the menu shows the new name', { tag: '@mfe-settings' }, async ({
  page,
  newUser,
  signInAs,
}) => {
  await signInAs(await newUser('Мария Котова', [{ restaurant: 'Берёзка', isDefault: true }]))
  await open(page)
  await page.getByLabel('Имя', { exact: true }).fill('Марина')
  await page.getByLabel('Фамилия').fill('')
  await page.getByLabel('О себе', { exact: true }).fill('Говорю по-английски, люблю вечерние смены')
  await page.getByLabel('На что копите').fill('Отпуск')
  await page.getByLabel('Сумма').fill('50000')
  await save(page).click()
  await expect(saved(page)).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Имя', { exact: true })).toHaveValue('Марина')
  await expect(page.getByLabel('Фамилия')).toHaveValue('')
  await expect(page.getByLabel('О себе', { exact: true })).toHaveValue('Говорю по-английски, люблю вечерние смены')
  await expect(page.getByLabel('Сумма')).toHaveValue(/^50\s000$/)
  await expect(page.getByRole('progressbar', { name: 'Цель «Отпуск»' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Рестораны' })).toContainText('БерёзкаДелит общие чаевые')
  await openMenu(page)
  await expect(page.getByText('Марина', { exact: true })).toBeVisible()
})

// spec: 2.94
test('a tip advances the goal', { tag: '@mfe-settings' }, async ({ page, newUser, signInAs, bookTips }) => {
  const user = await newUser()
  await signInAs(user)
  await open(page)
  await page.getByLabel('На что копите').fill('Велосипед')
  await page.getByLabel('Сумма').fill('2000')
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await bookTips(user, [{ amount: 500 }])
  await page.reload()
  await expect(page.getByText('25 %')).toBeVisible()
  await expect(page.getByText(/^500\s₽ из 2\s000\s₽/)).toBeVisible()

  await page.getByLabel('На что копите').fill('')
  await page.getByLabel('Сумма').fill('')
  await save(page).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})

test('a double tap does not choose a tag that appears under the finger', { tag: ['@phone', '@mfe-settings'] }, async ({
  page,
  newUser,
  signInAs,
}) => {
  await signInAs(await newUser())
  await open(page)
  // If the machine were busy for half a second, the double press would count as two single ones.
  const doubleClickTakes = (time: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('--double-click', value), time)
  await doubleClickTakes('300s')
  const tag = page.getByRole('option').first()
  await page.getByRole('combobox', { name: 'Языки и роль' }).click()
  await expect(tag).toBeInViewport()
  const { x = 0, y = 0 } = (await tag.boundingBox()) ?? {}
  await page.mouse.click(x + 8, y + 8)
  await expect(page.getByText('Ничего не выбрано')).toBeAttached()
  await doubleClickTakes('0s')
  await tag.click()
  await expect(page.getByText(/^Выбрано: /)).toBeAttached()
})
