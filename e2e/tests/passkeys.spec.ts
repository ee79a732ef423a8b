import type { Page } from '@playwright/test'
import { closeLock, setPin } from '../fixtures/app-lock.ts'
import { createPasskey, test } from '../fixtures/passkey-device.ts'
import { signIn, withdrawButton } from '../fixtures/steps.ts'
import { password, type TestUser } from '../fixtures/users.ts'
import { expect } from '../fixtures.ts'

async function addPasskey(page: Page, user: TestUser, readCode: (phone: string) => Promise<string>) {
  await page.goto('/settings/passkeys')
  await page.getByRole('link', { name: 'Добавить ключ доступа' }).click()
  await createPasskey(page, user, readCode)
}

const keys = (page: Page) => page.getByRole('list', { name: 'Ключи доступа' }).getByRole('listitem')
/** Alerts with a text, because an empty live region is always on the page. */
const alerts = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ })
const atHome = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()

async function signOut(page: Page) {
  await page.goto('/settings')
  await page.getByRole('main').getByRole('button', { name: 'Выход' }).click()
  await expect(page).toHaveURL(/\/login/)
}

// spec: 2.14, 2.190
test('a passkey is added, signs in without phone and password, and is renamed and deleted', {
  tag: '@mfe-settings',
}, async ({ page, device, newUser, readCode, allowedConsole }) => {
  // A request that the page sends while it signs out gets a 401.
  allowedConsole.patterns.push(/401 \(Unauthorized\)/)
  const user = await newUser()
  await page.goto('/login')
  await signIn(page, user.phone)
  await atHome(page)
  await addPasskey(page, user, readCode)
  await expect(keys(page)).toHaveCount(1)
  await expect(keys(page)).toContainText('ещё не использован')

  await signOut(page)
  await page.goto('/login')
  await expect(page.getByLabel('Телефон')).toBeHidden()
  await page.getByRole('button', { name: 'Войти по паролю' }).click()
  await expect(page.getByLabel('Телефон')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('Телефон')).toBeHidden()
  await page.getByRole('button', { name: 'Открыть ключом доступа' }).click()
  await atHome(page)
  expect(await device.signatures()).toBeGreaterThan(0)

  await page.goto('/settings/passkeys')
  await expect(keys(page)).toContainText(/использован (сегодня|вчера)/)
  await keys(page).getByRole('button').click()
  await page.getByLabel('Название').fill('Мой телефон')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(keys(page)).toContainText('Мой телефон')

  await keys(page).getByRole('button').click()
  await page.getByRole('button', { name: 'Удалить ключ' }).click()
  await page.getByLabel('Текущий пароль').fill(password)
  await page.getByRole('button', { name: 'Удалить', exact: true }).click()
  await expect(page.getByText('Ключей доступа пока нет')).toBeVisible()
})

// spec: 2.194
test('a passkey opens the locked portal', { tag: '@mfe-settings' }, async ({
  page,
  device,
  database,
  newUser,
  signInAs,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/423/)
  const user = await newUser()
  await signInAs(user)
  await addPasskey(page, user, readCode)
  await setPin(page, '8253')
  // A page of the portal would redirect to the lock by itself while the next one is opened.
  await page.goto('/favicon.svg')
  await closeLock(database, user)
  // The page redirects to the lock before it has loaded.
  await page.goto('/billing', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/unlock\?back=%2Fbilling$/)
  await page.getByRole('button', { name: 'Открыть ключом доступа' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Операции' })).toBeVisible()
  expect(await device.signatures()).toBeGreaterThan(0)
})

// spec: 2.15
test('canceling on the device shows no error when adding a passkey or signing in', { tag: '@mfe-settings' }, async ({
  page,
  device,
  newUser,
  signInAs,
  readCode,
  allowedConsole,
}) => {
  // A request that the page sends while it signs out gets a 401.
  allowedConsole.patterns.push(/401 \(Unauthorized\)/)
  const user = await newUser()
  await signInAs(user)
  await device.rejectFinger()
  await page.goto('/settings/passkeys/add')
  await page.getByLabel('Текущий пароль').fill(password)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').fill(await readCode(user.phone))
  await page.getByRole('button', { name: 'Продолжить' }).click()
  const create = page.getByRole('button', { name: 'Создать ключ доступа' })
  await create.dblclick()
  await expect(create).not.toHaveAttribute('aria-busy')
  await expect(alerts(page)).toHaveCount(0)
  await device.acceptFinger()
  await create.click()
  await expect(keys(page)).toHaveCount(1)

  await signOut(page)
  await device.rejectFinger()
  const enter = page.getByRole('button', { name: 'Открыть ключом доступа' })
  await enter.click()
  await expect(enter).not.toHaveAttribute('aria-busy')
  await expect(alerts(page)).toHaveCount(0)
  await device.acceptFinger()
  await enter.click()
  await atHome(page)
})

// spec: 2.79
test('a double click confirms a payout once by a passkey, without an SMS', { tag: '@mfe-settings' }, async ({
  page,
  device,
  newUser,
  signInAs,
  readCode,
  bookTips,
  addCard,
  database,
}) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 1250 }])
  await addCard(user)
  await signInAs(user)
  await addPasskey(page, user, readCode)
  const messages = async () =>
    (await database.query('select from sandbox.sms where phone = $1 and code is not null', [user.phone])).rowCount
  const before = await messages()

  await page.goto('/out')
  await page.getByLabel('Сумма').fill('500')
  await page.getByRole('button', { name: /^Вывести \d/ }).click()
  await device.rejectFinger()
  const sign = page.getByRole('button', { name: 'Подтвердить ключом доступа' })
  await sign.click()
  await expect(sign).not.toHaveAttribute('aria-busy')
  await expect(alerts(page)).toHaveCount(0)
  await device.acceptFinger()
  await sign.dblclick()
  await expect(page.getByRole('heading', { name: /Вывод № \d+/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Выводы' }).getByRole('listitem')).toHaveCount(1)
  expect(await messages()).toBe(before)
})

test('a passkey deleted in another tab confirms nothing, and a code does', { tag: '@mfe-settings' }, async ({
  page,
  device,
  context,
  newUser,
  signInAs,
  readCode,
  bookTips,
  addCard,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/409/)
  const user = await newUser()
  await bookTips(user, [{ amount: 1250 }])
  await addCard(user)
  await signInAs(user)
  await addPasskey(page, user, readCode)
  await page.goto('/out')
  await page.getByLabel('Сумма').fill('500')
  await page.getByRole('button', { name: /^Вывести \d/ }).click()
  const sign = page.getByRole('button', { name: 'Подтвердить ключом доступа' })
  await expect(sign).toBeVisible()

  const other = await context.newPage()
  await other.goto('/settings/passkeys')
  await keys(other).getByRole('button').click()
  await other.getByRole('button', { name: 'Удалить ключ' }).click()
  await other.getByLabel('Текущий пароль').fill(password)
  await other.getByRole('button', { name: 'Удалить', exact: true }).click()
  await expect(other.getByText('Ключей доступа пока нет')).toBeVisible()
  await other.close()

  await sign.click()
  await expect(page.getByText('Ключей доступа больше нет. Получите код по СМС.')).toBeVisible()
  expect(await device.signatures()).toBe(1)
  await page.getByRole('button', { name: 'Получить код' }).click()
  // The code that added the passkey is not the newest one.
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  await page.getByLabel('Код из СМС').fill(await readCode(user.phone))
  await withdrawButton(page).click()
  await expect(page.getByRole('heading', { name: /Вывод № \d+/ })).toBeVisible()
})
