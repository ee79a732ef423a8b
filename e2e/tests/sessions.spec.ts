import { openSession } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

// spec: 2.16, 2.111
test('sessions are listed with the current one marked, and are ended one by one or all together', {
  tag: '@mfe-settings',
}, async ({ page, newUser, signInAs, database, allowedConsole }) => {
  // Ending the other sessions renews the token. The event stream may still open with the former one.
  allowedConsole.patterns.push(/401 \(Unauthorized\)/)
  const user = await newUser()
  for (let other = 0; other < 3; other += 1) await openSession(database, user.id)
  await signInAs(user)
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
