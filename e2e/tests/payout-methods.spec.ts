import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const mir = '2200123456789019'

async function fillCard(page: Page, number = mir) {
  await page.getByLabel('Номер карты').fill(number)
  await page.getByRole('button', { name: 'Продолжить' }).click()
}

async function enterCode(page: Page, read: () => Promise<string>) {
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  await page.getByLabel('Код из СМС').fill(await read())
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
}

const bank = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

// spec: 2.100
test('the form without a method leads to adding a card and back', { tag: ['@mfe-settings', '@phone'] }, async ({
  page,
  newWaiter,
  bookTips,
  signInAs,
  readCode,
}) => {
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 500 }])
  await signInAs(waiter)
  await page.goto('/out')
  await page.getByRole('link', { name: 'Добавить' }).click()
  await page.getByRole('link', { name: 'Добавить карту' }).click()
  await page.getByLabel('Номер карты').pressSequentially(mir)
  await expect(page.getByLabel('Номер карты')).toHaveValue('2200 1234 5678 9019')
  await expect(page.getByRole('main').getByText('Мир', { exact: true })).toBeVisible()
  await page.getByLabel(/Название/).fill('Зарплатная')
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByText('Мир •• 9019')).toBeVisible()
  await enterCode(page, () => readCode(waiter.phone))

  await expect(page).toHaveURL(/\/settings\/payout-methods$/)
  await expect(page.getByText('Карта добавлена')).toBeVisible()
  const row = bank(page, 'Т-Банк — «Кафе 1»').getByRole('listitem')
  await expect(row).toContainText('Зарплатная')
  await expect(row).toContainText('Основной')
  await page.goto('/out')
  await expect(page.getByRole('radio', { name: /Мир с последними цифрами 9019/ })).toBeChecked()
})

// spec: 2.32
test('a card is added for all restaurants of the chosen one’s bank', { tag: '@mfe-settings' }, async ({
  page,
  newWaiter,
  signInAs,
  readCode,
}) => {
  const waiter = await newWaiter('Мария Котова', [
    { restaurant: 'Берёзка' },
    { restaurant: 'Старый мост' },
    { restaurant: 'Причал', bank: 'Альфа-Банк' },
  ])
  await signInAs(waiter)
  await page.goto('/settings/cards/add')
  await expect(page.getByText(/Т-Банк\s— «Берёзка», «Старый мост»/)).toBeVisible()
  await page.getByRole('main').getByRole('combobox', { name: 'Ресторан' }).click()
  await page.getByRole('option', { name: /Причал/ }).click()
  await fillCard(page)
  await enterCode(page, () => readCode(waiter.phone))
  await expect(bank(page, 'Альфа-Банк — «Причал»').getByRole('listitem')).toContainText('Мир •• 9019')
  await expect(bank(page, /^Т-Банк/)).toContainText('Нет карт и телефонов СБП')
})

// spec: 2.101
test('a wrong number and an existing card are reported at the number', { tag: ['@mfe-settings', '@phone'] }, async ({
  page,
  newWaiter,
  signInAs,
  readCode,
  database,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/409/)
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.goto('/settings/cards/add')
  await fillCard(page, '2200123456789018')
  await expect(page.getByText('Проверьте номер карты')).toBeVisible()
  await fillCard(page)
  await enterCode(page, () => readCode(waiter.phone))
  await expect(page.getByText('Карта добавлена')).toBeVisible()

  await database.query(`update otp set created_at = created_at - interval '5 minutes' where phone = $1`, [waiter.phone])
  await page.getByRole('link', { name: 'Добавить карту' }).click()
  await fillCard(page)
  await enterCode(page, () => readCode(waiter.phone))
  await expect(page.getByText('Эта карта уже добавлена')).toBeVisible()
  await expect(page.getByLabel('Номер карты')).toHaveValue('2200 1234 5678 9019')
})

test('a lost response adds one card, and going back and reloading add none', {
  tag: ['@mfe-settings', '@phone'],
}, async ({ page, newWaiter, signInAs, readCode, allowedConsole }) => {
  allowedConsole.patterns.push(/ERR_FAILED|Failed to load/)
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.goto('/settings/payout-methods')
  await page.getByRole('link', { name: 'Добавить карту' }).click()
  await fillCard(page)
  const code = page.getByLabel('Код из СМС')
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  await page.goBack()
  await expect(code).toBeHidden()
  await expect(page.getByLabel('Номер карты')).toHaveValue('2200 1234 5678 9019')

  await page.getByRole('button', { name: 'Продолжить' }).click()
  await code.fill(await readCode(waiter.phone))
  // The server adds the card, and the browser gets no response.
  await page.route('**/api/v1/user/bank-card', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await code.press('Enter')
  await expect(page.getByText('Карта добавлена')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: '•• 9019' })).toHaveCount(1)
  await page.goBack()
  await page.goForward()
  await expect(page.getByRole('listitem').filter({ hasText: '•• 9019' })).toHaveCount(1)
})

// spec: 2.102
test('the user’s own phone is added with a bank of СБП', { tag: ['@mfe-settings', '@phone'] }, async ({
  page,
  newWaiter,
  signInAs,
  readCode,
}) => {
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.goto('/settings/sbp-phones/add')
  await page.getByRole('button', { name: /^Мой номер/ }).click()
  await page.getByRole('combobox', { name: 'Банк' }).click()
  await expect(page.getByText('Популярные')).toBeVisible()
  await page.getByPlaceholder('Поиск...').fill('зенит')
  await page.getByRole('option', { name: 'Банк ЗЕНИТ' }).click()
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await enterCode(page, () => readCode(waiter.phone))
  await expect(page.getByText('Телефон добавлен')).toBeVisible()
  const row = page.getByRole('region').getByRole('listitem')
  await expect(row).toContainText('Банк ЗЕНИТ')
  await expect(row).toContainText(`•••-••-${waiter.phone.slice(-2)}`)
})

// spec: 2.103
test('a number that the bank does not know is reported and stays in the form', {
  tag: ['@mfe-settings', '@phone'],
}, async ({ page, newWaiter, signInAs, readCode, allowedConsole }) => {
  allowedConsole.patterns.push(/422/)
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.goto('/settings/sbp-phones/add')
  await page.getByLabel('Телефон').fill('9001234500')
  await page.getByRole('combobox', { name: 'Банк' }).click()
  await page.getByRole('option', { name: 'Сбербанк' }).click()
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await enterCode(page, () => readCode(waiter.phone))
  await expect(page.getByText('Номер не подключён к СБП в этом банке')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Телефон' })).toHaveValue('+7 (900) 123-45-00')
})

// spec: 2.99, 2.104
test('deleting the default method requires choosing the next one, and the last method can be deleted', {
  tag: '@mfe-settings',
}, async ({ page, newWaiter, addCard, bookTips, signInAs }) => {
  const waiter = await newWaiter()
  for (const last4 of ['1111', '2222', '3333']) await addCard(waiter, { last4 })
  await bookTips(waiter, [{ amount: 1000 }])
  await signInAs(waiter)
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
  await expect(row('2222')).toContainText('Основной')

  await askToDelete('2222')
  await page.getByRole('radio', { name: /3333/ }).check()
  await remove.dblclick()
  await expect(page.getByText('Карта удалена')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(row('3333')).toContainText('Основной')

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

// spec: 2.104
test('the bank of a phone is changed and the phone is deleted on its page', { tag: '@mfe-settings' }, async ({
  page,
  newWaiter,
  addCard,
  addSbpPhone,
  signInAs,
  readCode,
}) => {
  const waiter = await newWaiter()
  await addCard(waiter)
  await addSbpPhone(waiter)
  await signInAs(waiter)
  await page.goto('/settings/payout-methods')
  await page.getByRole('link', { name: /СБП ·/ }).click()
  await page.getByRole('combobox', { name: 'Банк' }).click()
  await page.getByRole('option', { name: 'ВТБ' }).click()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  await page.getByRole('button', { name: 'Сменить банк' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'СБП' })).toContainText('ВТБ')

  await page.getByRole('link', { name: /СБП ·/ }).click()
  await page.getByRole('button', { name: 'Удалить телефон' }).click()
  await page.getByRole('button', { name: 'Удалить', exact: true }).click()
  await expect(page).toHaveURL(/\/settings\/payout-methods$/)
  await expect(page.getByRole('listitem').filter({ hasText: 'СБП' })).toHaveCount(0)
})

test('another user’s card is not found', { tag: ['@mfe-settings', '@phone'] }, async ({
  page,
  newWaiter,
  addCard,
  signInAs,
  database,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/404/)
  const other = await newWaiter()
  await addCard(other)
  const { rows } = await database.query('select id from payout_binding where user_id = $1', [other.id])
  await signInAs(await newWaiter())
  await page.goto(`/settings/cards/${rows[0].id}/edit`)
  await expect(page.getByText('Карта не найдена')).toBeVisible()
})
