import { openSession } from '../fixtures/people.ts'
import { expect, test } from '../fixtures.ts'

// spec: 2.16, 2.111
test('sessions are listed with the current one marked, and are ended one by one or all at once', {
  tag: '@mfe-settings',
}, async ({ page, newWaiter, signInAs, database }) => {
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

test('the first page of a day is rendered on the server, and its calls bring the next token of a remembered session', async ({
  page,
  context,
  newWaiter,
  signInAs,
  database,
}) => {
  const waiter = await newWaiter()
  await signInAs(waiter)
  await database.query(
    `update session set remembered = true, token_since = now() - interval '25 hours' where user_id = $1`,
    [waiter.id],
  )
  const token = async () => (await context.cookies()).find(({ name }) => name === 'session')?.value
  const first = await token()
  const html = await (await page.goto('/'))?.text()
  expect(html).toContain('Доступно к выводу')
  await expect.poll(token).not.toBe(first)
  const next = await token()
  await page.goto('/billing')
  await expect(page.getByRole('heading', { level: 1, name: 'Операции' })).toBeVisible()
  await database.query(`update session set successor_used_at = now() - interval '6 minutes' where user_id = $1`, [
    waiter.id,
  ])
  await page.goto('/settings/sessions')
  await expect(page.getByRole('listitem').filter({ hasText: 'Этот сеанс' })).toBeVisible()
  expect(await token()).toBe(next)
  const { rows } = await database.query(
    `select predecessor_hash is not null as replaced from session where user_id = $1`,
    [waiter.id],
  )
  expect(rows).toEqual([{ replaced: true }])
})
