import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dropLongTimers } from '@portal/test-kit/freeze'
import type pg from 'pg'
import { agree, introduce, signIn } from '../fixtures/steps.ts'
import { forgetSentCodes, newPhone } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

const atHome = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()

/** Creates an invitation to a new restaurant for one test. */
async function invite(database: pg.Pool, restaurant: string): Promise<string> {
  const code = `e2e-${randomInt(1_000_000_000)}`
  await database.query(
    `with opened as (insert into restaurant (name, bank) values ($1, 'Т-Банк') returning id)
     insert into invitation (code, restaurant_id, expires_at) select $2, id, now() + interval '1 day' from opened`,
    [restaurant, code],
  )
  return code
}

async function findRestaurants(database: pg.Pool, phone: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select r.name from user_account u join employee e on e.user_id = u.id join restaurant r on r.id = e.restaurant_id
     where u.phone = $1 order by e.created_at`,
    [phone],
  )
  return rows.map(({ name }) => name)
}

test.beforeEach(({ database }) => forgetSentCodes(database))

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
  expect(await findRestaurants(database, phone)).toEqual(['Берёзка'])
  const consents = await database.query(
    `select kind from consent c join user_account u on u.id = c.user_id where u.phone = $1 order by kind`,
    [phone],
  )
  expect(consents.rows).toEqual([{ kind: 'offer' }, { kind: 'personal_data' }])
})

// spec: 2.55
test('a user who has an account signs in, and the restaurant is added', async ({
  page,
  newUser,
  database,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/409/)
  const user = await newUser()
  const code = await invite(database, 'Старая мельница')
  // The toast must not close before the test has read it.
  await dropLongTimers(page)
  await page.goto(`/i/${code}`)
  await introduce(page, user.phone, readCode)
  await agree(page)
  await expect(page.getByText('У вас уже есть аккаунт — войдите, чтобы добавить ресторан')).toBeVisible()
  await page.getByRole('link', { name: 'Войти' }).click()
  await signIn(page, user.phone)
  await expect(page.getByText('Ресторан «Старая мельница» добавлен')).toBeVisible()
  await atHome(page)
  expect(await findRestaurants(database, user.phone)).toEqual(['Кафе 1', 'Старая мельница'])
})
