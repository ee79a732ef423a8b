import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openSession, password } from '../fixtures/people.ts'
import { expect, test } from '../fixtures.ts'

const newPhone = () => `+79${randomInt(100_000_000, 999_999_999)}`
const current = (page: Page) => page.getByLabel('Текущий пароль')

async function signIn(page: Page, phone: string, secret: string) {
  await page.goto('/login')
  await page.getByLabel('Телефон').fill(phone)
  await page.getByLabel('Пароль', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Войти' }).click()
}

test('settings lead everywhere', async ({ page, newWaiter, signInAs }) => {
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

test.describe('phone', () => {
  async function ask(page: Page, phone: string, secret = password) {
    await current(page).fill(secret)
    await page.getByLabel('Новый телефон').fill(phone)
    await page.getByRole('button', { name: 'Получить код' }).click()
    await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  }

  test('is changed by a code that went to the new one, which then signs in', async ({
    page,
    context,
    newWaiter,
    signInAs,
    readCode,
    allowedConsole,
  }) => {
    allowedConsole.patterns.push(/401/)
    const waiter = await newWaiter()
    await signInAs(waiter)
    await page.goto('/settings/phone')
    const phone = newPhone()
    await ask(page, phone)
    await page.getByLabel('Код из СМС').fill(await readCode(phone))
    await page.getByRole('button', { name: 'Сменить телефон' }).click()
    await expect(page.getByText('Номер изменён')).toBeVisible()

    await page.goto('/profile')
    await expect(page.getByRole('region', { name: 'Телефон' })).toContainText(phone.slice(-2))
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await signIn(page, phone, password)
    await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
  })

  test('a wrong password is said at its field; the phone and the code that came are not lost', async ({
    page,
    newWaiter,
    signInAs,
    readCode,
    allowedConsole,
  }) => {
    allowedConsole.patterns.push(/422/)
    await signInAs(await newWaiter())
    await page.goto('/settings/phone')
    const phone = newPhone()
    await ask(page, phone, 'not-the-password')
    const code = await readCode(phone)
    await page.getByLabel('Код из СМС').fill(code)
    await page.getByRole('button', { name: 'Сменить телефон' }).click()
    await expect(page.getByText('Текущий пароль указан неверно')).toBeVisible()
    await expect(page.getByLabel('Новый телефон')).not.toHaveValue('')

    await current(page).fill(password)
    await page.getByRole('button', { name: 'Получить код' }).click()
    await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
    await page.getByLabel('Код из СМС').fill(code)
    await page.getByRole('button', { name: 'Сменить телефон' }).click()
    await expect(page.getByText('Номер изменён')).toBeVisible()
  })

  test('of somebody else is refused', async ({ page, newWaiter, signInAs, readCode, allowedConsole }) => {
    allowedConsole.patterns.push(/409/)
    const other = await newWaiter('Пётр Ильин')
    await signInAs(await newWaiter())
    await page.goto('/settings/phone')
    await ask(page, other.phone)
    await page.getByLabel('Код из СМС').fill(await readCode(other.phone))
    await page.getByRole('button', { name: 'Сменить телефон' }).click()
    await expect(page.getByText('Этот номер уже используется')).toBeVisible()
    await expect(page.getByLabel('Новый телефон')).toHaveAttribute('aria-invalid', 'true')
  })

  test('an answer that was lost: the next attempt finds the phone changed', async ({
    page,
    newWaiter,
    signInAs,
    readCode,
    allowedConsole,
  }) => {
    allowedConsole.patterns.push(/ERR_FAILED|410/)
    await signInAs(await newWaiter())
    await page.goto('/settings/phone')
    const phone = newPhone()
    await ask(page, phone)
    await page.getByLabel('Код из СМС').fill(await readCode(phone))
    // It reaches the server; what the server says reaches nobody.
    await page.route('**/api/v1/user/phone', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Сменить телефон' }).click()
    await expect(page.getByText('Нет соединения с интернетом')).toBeVisible()
    await page.unroute('**/api/v1/user/phone')
    await page.getByRole('button', { name: 'Сменить телефон' }).click()
    await expect(page.getByText('Номер изменён')).toBeVisible()
  })

  test('going back closes the step of the code and keeps what was typed', async ({ page, newWaiter, signInAs }) => {
    await signInAs(await newWaiter())
    await page.goto('/settings')
    await page.getByRole('link', { name: /^Телефон/ }).click()
    await page.getByRole('button', { name: 'Получить код' }).click()
    await expect(page.getByText('Введите текущий пароль')).toBeVisible()
    await expect(page.getByText('Введите номер телефона полностью')).toBeVisible()
    await ask(page, newPhone())
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(current(page)).toHaveValue(password)
  })
})

test.describe('password', () => {
  const other = 'another-Password-2'
  const change = (page: Page) => page.getByRole('button', { name: 'Сменить пароль' })

  async function fill(page: Page, [now, next, repeat]: [string, string, string]) {
    await current(page).fill(now)
    await page.getByLabel('Новый пароль', { exact: true }).fill(next)
    await page.getByLabel('Новый пароль ещё раз').fill(repeat)
  }

  test('says what is wrong, keeps what was typed', async ({ page, newWaiter, signInAs, allowedConsole }) => {
    allowedConsole.patterns.push(/422|503|ERR_FAILED/)
    await signInAs(await newWaiter())
    await page.goto('/settings/password')
    await fill(page, ['', 'short', 'different'])
    await change(page).click()
    await expect(page.getByText('Введите текущий пароль')).toBeVisible()
    await expect(page.getByText('Не менее 8 символов')).toBeVisible()
    await expect(page.getByText('Пароли не совпадают')).toBeVisible()

    await fill(page, ['not-the-password', other, other])
    await change(page).click()
    await expect(page.getByText('Текущий пароль указан неверно')).toBeVisible()
    await expect(page.getByLabel('Новый пароль', { exact: true })).toHaveValue(other)

    await page.route('**/api/v1/user/password/change', (route) => route.abort())
    await change(page).click()
    await expect(page.getByText('Нет соединения с интернетом')).toBeVisible()
    await expect(page.getByLabel('Новый пароль ещё раз')).toHaveValue(other)
  })

  test('is changed once by a double click, ends the other sessions, and signs in', async ({
    page,
    context,
    newWaiter,
    signInAs,
    database,
    allowedConsole,
  }) => {
    allowedConsole.patterns.push(/401/)
    const waiter = await newWaiter()
    await openSession(database, waiter.id)
    await signInAs(waiter)
    await page.goto('/settings/password')
    let changes = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/user/password/change')) changes += 1
    })
    await fill(page, [password, other, other])
    await change(page).dblclick()
    await expect(page.getByText('Пароль изменён')).toBeVisible()
    await expect(page.getByText('Сеансы на других устройствах завершены')).toBeVisible()
    expect(changes).toBe(1)
    const { rows } = await database.query('select 1 from session where user_id = $1', [waiter.id])
    expect(rows).toHaveLength(1)

    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible()
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await signIn(page, waiter.phone, other)
    await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
  })
})

test.describe('sessions', () => {
  test('are listed with this one marked, and end one by one or all at once', async ({
    page,
    newWaiter,
    signInAs,
    database,
  }) => {
    const waiter = await newWaiter()
    for (let other = 0; other < 3; other += 1) await openSession(database, waiter.id)
    await signInAs(waiter)
    await page.goto('/settings/sessions')
    const rows = page.getByRole('list', { name: 'Активные сеансы' }).getByRole('listitem')
    await expect(rows).toHaveCount(4)
    await expect(rows.first()).toContainText('Этот сеанс')
    await expect(rows.first().getByRole('button')).toHaveCount(0)

    await rows
      .last()
      .getByRole('button', { name: /^Завершить сеанс/ })
      .click()
    await expect(rows).toHaveCount(3)
    await page.getByRole('button', { name: 'Завершить все другие сеансы' }).dblclick()
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Завершить все другие сеансы' })).toHaveCount(0)
    await page.reload()
    await expect(rows).toHaveCount(1)
  })

  test('one that is ended leads its browser to login', async ({
    page,
    browser,
    newWaiter,
    signInAs,
    allowedConsole,
  }) => {
    allowedConsole.patterns.push(/401/)
    const waiter = await newWaiter()
    const elsewhere = await browser.newPage()
    await signIn(elsewhere, waiter.phone, password)
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
    await signInAs(waiter)
    await page.goto('/settings/sessions')
    await page.getByRole('button', { name: /^Завершить сеанс: Chrome/ }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Вход:' })).toHaveCount(1)
    await elsewhere.goto('/settings/sessions')
    await expect(elsewhere).toHaveURL(/\/login/)
    await elsewhere.close()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('on the pages of the account', async ({ page, newWaiter, signInAs, database, expectAccessible }) => {
      const waiter = await newWaiter()
      await openSession(database, waiter.id)
      await signInAs(waiter)
      await page.goto('/settings/sessions')
      await expect(page.getByText('Этот сеанс')).toBeVisible()
      await expectAccessible(page)

      await page.goto('/settings/password')
      await page.getByRole('button', { name: 'Сменить пароль' }).click()
      await expect(page.getByText('Введите текущий пароль')).toBeVisible()
      await expectAccessible(page)

      await page.goto('/settings/phone')
      await page.getByRole('button', { name: 'Получить код' }).click()
      await expect(page.getByText('Введите текущий пароль')).toBeVisible()
      await expectAccessible(page)
      await current(page).fill(password)
      await page.getByLabel('Новый телефон').fill(newPhone())
      await page.getByRole('button', { name: 'Получить код' }).click()
      await expect(page.getByLabel('Код из СМС')).toBeVisible()
      await expectAccessible(page)
    })
  })
}
