import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import type pg from 'pg'
import { newPhone } from '../fixtures/people.ts'
import { signIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures.ts'

const newPassword = 'brand-new-Chaevye-3'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const atHome = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()

/** Creates an invitation to a new restaurant for one test. */
async function invite(database: pg.Pool, restaurant: string): Promise<string> {
  const code = `e2e-${randomInt(1_000_000_000)}`
  await database.query(
    `with place as (insert into restaurant (name, bank) values ($1, 'Т-Банк') returning id)
     insert into invitation (code, restaurant_id, expires_at) select $2, id, now() + interval '1 day' from place`,
    [restaurant, code],
  )
  return code
}

async function restaurantsOf(database: pg.Pool, phone: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select r.name from user_account u join employee e on e.user_id = u.id join restaurant r on r.id = e.restaurant_id
     where u.phone = $1 order by e.created_at`,
    [phone],
  )
  return rows.map(({ name }) => name)
}

async function introduce(page: Page, phone: string, readCode: (phone: string) => Promise<string>) {
  await field(page, 'Имя').fill('Ольга Белова')
  await field(page, 'Телефон').fill(phone)
  await press(page, 'Получить код')
  await expect(page.getByText(/Код отправлен на/)).toBeVisible()
  await field(page, 'Код из СМС').fill(await readCode(phone))
  await press(page, 'Продолжить')
  await expect(field(page, 'Пароль')).toBeFocused()
}

async function agree(page: Page) {
  await field(page, 'Пароль').fill(newPassword)
  await field(page, 'Пароль ещё раз').fill(newPassword)
  await page.getByRole('checkbox', { name: 'Принимаю условия оферты' }).check()
  await page.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' }).check()
  await press(page, 'Зарегистрироваться')
}

// For the API all tests of a run are one address, which may request only so many codes an hour.
test.beforeEach(({ database }) => database.query(`delete from rate_limit where key like 'otp:send:%'`))

// spec: 2.20
test('DEMO-BEREZKA registers an employee of «Берёзка» and opens the home page', async ({
  page,
  database,
  readCode,
}) => {
  const phone = newPhone()
  await page.goto('/i/DEMO-BEREZKA')
  await expect(page.getByRole('heading', { name: 'Берёзка' })).toBeVisible()
  await introduce(page, phone, readCode)
  await agree(page)
  await atHome(page)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Пока нет чаевых').first()).toBeVisible()
  expect(await restaurantsOf(database, phone)).toEqual(['Берёзка'])
  const consents = await database.query(
    `select kind from consent c join user_account u on u.id = c.user_id where u.phone = $1 order by kind`,
    [phone],
  )
  expect(consents.rows).toEqual([{ kind: 'offer' }, { kind: 'personal_data' }])
})

// spec: 2.51
test('each consent is required', async ({ page, readCode }) => {
  await page.goto('/i/DEMO-BEREZKA')
  await introduce(page, newPhone(), readCode)
  await field(page, 'Пароль').fill(newPassword)
  await field(page, 'Пароль ещё раз').fill(newPassword)
  await page.getByRole('checkbox', { name: 'Принимаю условия оферты' }).check()
  await press(page, 'Зарегистрироваться')
  await expect(page.getByText('Без этого согласия зарегистрироваться нельзя')).toBeVisible()
  await expect(page.getByText('Без принятия оферты зарегистрироваться нельзя')).toHaveCount(0)
  await page.getByText('Читать условия оферты').click()
  await expect(page.getByText(/Регистрация бесплатна/)).toBeVisible()
})

// spec: 2.55
test('a user who has an account signs in, and the restaurant is added', async ({
  page,
  newWaiter,
  database,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/409/)
  const waiter = await newWaiter()
  const code = await invite(database, 'Старая мельница')
  await page.goto(`/i/${code}`)
  await introduce(page, waiter.phone, readCode)
  await agree(page)
  await expect(page.getByText('У вас уже есть аккаунт — войдите, чтобы добавить ресторан')).toBeVisible()
  await page.getByRole('link', { name: 'Войти' }).click()
  await signIn(page, waiter.phone)
  await atHome(page)
  await expect(page.getByText('Ресторан «Старая мельница» добавлен')).toBeVisible()
  expect(await restaurantsOf(database, waiter.phone)).toEqual(['Кафе 1', 'Старая мельница'])
})

test('a signed-in user is added to the restaurant after a confirmation', async ({
  page,
  newWaiter,
  signInAs,
  database,
}) => {
  const waiter = await newWaiter()
  const code = await invite(database, 'Новая волна')
  await signInAs(waiter)
  await page.goto(`/i/${code}`)
  await expect(page.getByText(`Вы вошли как ${waiter.name}`)).toBeVisible()
  expect(await restaurantsOf(database, waiter.phone)).toEqual(['Кафе 1'])
  await press(page, 'Добавить ресторан')
  await atHome(page)
  await openMenu(page)
  await expect(page.getByRole('combobox', { name: 'Ресторан' })).toContainText('Новая волна')
})

test('a restaurant where the user already works is not added again', async ({
  page,
  newWaiter,
  signInAs,
  database,
}) => {
  const waiter = await newWaiter()
  const code = await invite(database, 'Причал')
  await database.query('update invitation set restaurant_id = $1 where code = $2', [waiter.places[0]?.restId, code])
  await signInAs(waiter)
  await page.goto(`/i/${code}`)
  await expect(page.getByText('Вы уже работаете в ресторане «Кафе 1»')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Добавить ресторан' })).toHaveCount(0)
  await page.getByRole('link', { name: 'На главную' }).click()
  await atHome(page)
})

for (const code of ['DEMO-EXPIRED', 'NOBODY-INVITES']) {
  test(`${code} shows what to do instead of a form`, async ({ page, allowedConsole }) => {
    allowedConsole.patterns.push(/404|410/)
    await page.goto(`/i/${code}`)
    await expect(page.getByText('Попросите новую ссылку у менеджера.')).toBeVisible()
  })
}

// spec: 6.25
test('the form stays filled after a lost response, and a retry signs in', async ({
  page,
  database,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/ERR_FAILED/, /409|410/)
  const phone = newPhone()
  await page.goto(`/i/${await invite(database, 'Маяк')}`)
  await introduce(page, phone, readCode)
  await page.route('**/accept', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await agree(page)
  await expect(page.getByText('Нет соединения с интернетом')).toBeVisible()
  await expect(field(page, 'Пароль')).toHaveValue(newPassword)
  await page.unrouteAll()
  await press(page, 'Зарегистрироваться')
  await atHome(page)
  expect(await restaurantsOf(database, phone)).toEqual(['Маяк'])
})
