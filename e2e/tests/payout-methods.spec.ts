import type { Page } from '@playwright/test'
import { dropLongTimers } from '@portal/test-kit/freeze'
import { expect, test } from '../fixtures.ts'

const mir = '2200123456789019'

async function enterCode(page: Page, read: () => Promise<string>) {
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  await page.getByLabel('Код из СМС').fill(await read())
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
}

const bank = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

// spec: 2.100
test('the form without a method leads to adding a card and back', { tag: ['@mfe-settings', '@phone'] }, async ({
  page,
  newUser,
  bookTips,
  signInAs,
  readCode,
}) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 500 }])
  await signInAs(user)
  await page.goto('/out')
  await page.getByRole('link', { name: 'Добавить' }).click()
  await page.getByRole('link', { name: 'Добавить карту' }).click()
  await page.getByLabel('Номер карты').pressSequentially(mir)
  await expect(page.getByLabel('Номер карты')).toHaveValue('2200 1234 5678 9019')
  await expect(page.getByRole('main').getByText('Мир', { exact: true })).toBeVisible()
  await page.getByLabel(/Название/).fill('Зарплатная')
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByText('Мир •• 9019')).toBeVisible()
  await enterCode(page, () => readCode(user.phone))

  await expect(page).toHaveURL(/\/settings\/payout-methods$/)
  await expect(page.getByText('Карта добавлена')).toBeVisible()
  const row = bank(page, /^«Кафе 1».*Т-Банк$/).getByRole('listitem')
  await expect(row).toContainText('Зарплатная')
  await expect(row).toContainText('Основная')
  await page.goto('/out')
  await expect(page.getByRole('combobox', { name: 'Куда' })).toContainText('Мир •• 9019')
})

// spec: 2.102
test('the user’s own phone is added with a bank of СБП', { tag: ['@mfe-settings', '@phone'] }, async ({
  page,
  newUser,
  signInAs,
  readCode,
}) => {
  const user = await newUser()
  await signInAs(user)
  // The toast must not close before the test has read it.
  await dropLongTimers(page)
  await page.goto('/settings/sbp-phones/add')
  await page.getByRole('button', { name: /^Мой номер/ }).click()
  await page.getByRole('combobox', { name: 'Банк' }).click()
  await expect(page.getByText('Популярные')).toBeVisible()
  await page.getByPlaceholder('Поиск...').fill('зенит')
  await page.getByRole('option', { name: 'Банк ЗЕНИТ' }).click()
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await enterCode(page, () => readCode(user.phone))
  await expect(page.getByText('Телефон СБП добавлен')).toBeVisible()
  const row = page.getByRole('region').getByRole('listitem')
  await expect(row).toContainText('Банк ЗЕНИТ')
  await expect(row).toContainText(`•••-••-${user.phone.slice(-2)}`)
})

// spec: 2.99, 2.104
test('deleting the default method requires choosing the next one, and the last method can be deleted', {
  tag: '@mfe-settings',
}, async ({ page, newUser, addCard, bookTips, signInAs }) => {
  const user = await newUser()
  for (const last4 of ['1111', '2222', '3333']) await addCard(user, { last4 })
  await bookTips(user, [{ amount: 1000 }])
  await signInAs(user)
  await page.goto('/settings/payout-methods')
  const rows = page.getByRole('region').getByRole('listitem')
  const row = (last4: string) => rows.filter({ hasText: last4 })
  const remove = page.getByRole('button', { name: 'Удалить', exact: true })
  async function askToDelete(last4: string) {
    await row(last4).getByRole('link').click()
    await page.getByRole('button', { name: 'Удалить карту' }).click()
  }

  await row('2222').getByRole('link').click()
  await expect(page.getByText('2200 •••• •••• 2222')).toBeVisible()
  await page.getByLabel(/Название/).fill('Новая')
  await page.getByLabel('Сделать основным способом вывода').check()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранено')).toBeVisible()
  await expect(row('2222')).toContainText('Основная')

  await askToDelete('2222')
  await page.getByRole('radio', { name: /3333/ }).check()
  await remove.dblclick()
  await expect(page.getByText('Карта удалена')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(row('3333')).toContainText('Основная')

  await askToDelete('3333')
  await expect(page.getByRole('radio', { name: /1111/ })).toBeChecked()
  await remove.click()
  await expect(rows).toHaveCount(1)
  await askToDelete('1111')
  await remove.click()
  await expect(page.getByText('Способов вывода пока нет')).toBeVisible()
  await page.goto('/out')
  await expect(page.getByText('Добавьте карту или телефон СБП')).toBeVisible()
})
