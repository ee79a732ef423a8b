import { text } from 'node:stream/consumers'
import { password } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

// spec: 2.6, 2.96
test('the settings link to each of their pages and to the sign-out', { tag: '@mfe-settings' }, async ({
  page,
  newUser,
  signInAs,
  allowedConsole,
}) => {
  // The page may open its event stream again while the session ends.
  allowedConsole.patterns.push(/401 \(Unauthorized\)/)
  await signInAs(await newUser())
  const pages: [link: RegExp, title: string][] = [
    [/^Способы вывода/, 'Способы вывода'],
    [/^Телефон/, 'Смена телефона'],
    [/^Пароль/, 'Смена пароля'],
    [/^Активные сеансы/, 'Активные сеансы'],
    [/^Уведомления/, 'Уведомления'],
    [/^Код-пароль и суммы/, 'Код-пароль и суммы'],
    [/^Помощь/, 'Помощь'],
    [/^Мои данные/, 'Мои данные'],
  ]
  for (const [link, title] of pages) {
    await page.goto('/settings')
    await page.getByRole('main').getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await page.goto('/settings')
  await page.getByRole('main').getByRole('button', { name: 'Выход' }).click()
  await expect(page).toHaveURL(/\/login/)
})

// spec: 2.114, 2.115
test('a user saves the own data, deletes the account and cannot sign in any more', {
  tag: ['@mfe-settings', '@phone'],
}, async ({ page, newUser, signInAs, allowedConsole }) => {
  const user = await newUser('Вера Орлова')
  await signInAs(user)
  await page.goto('/settings/personal-data')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать мои данные' }).click()
  const data = JSON.parse(await text(await (await saved).createReadStream()))
  expect(data.account).toMatchObject({ first_name: 'Вера', last_name: 'Орлова', phone: user.phone })

  await page.getByRole('button', { name: 'Удалить аккаунт' }).click()
  await page.getByLabel('Текущий пароль').fill(password)
  await page.getByRole('button', { name: 'Удалить', exact: true }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  allowedConsole.patterns.push(/401 \(Unauthorized\)/)
  await page.getByLabel('Телефон').fill(user.phone)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByText('Неверный телефон или пароль')).toBeVisible()
})
