import { openMenu } from '@portal/test-kit/steps'
import type { TestUser } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

let boss: TestUser
let team: TestUser[]

test.beforeEach(async ({ newUser, bookTips, signInAs }) => {
  boss = await newUser('Мария Котова', [{ restaurant: 'Берег', isDefault: true }])
  team = []
  for (const name of ['Глеб Орлов', 'Инна Бойко', 'Яна Седова'])
    team.push(await newUser(name, [{ beside: boss.workplaces[0] }]))
  await bookTips(boss, [{ amount: 5000 }])
  await signInAs(boss)
})

// spec: 2.170, 2.172, 2.173
test('a default employee shares a sum by hours with one code, all see it, and it is repeated from the history', {
  tag: '@mfe-payouts',
}, async ({ page, newContext, signInAs, readCode, database }) => {
  const other = await newContext()
  await signInAs(team[0] as TestUser, other)
  const theirs = await other.newPage()
  await theirs.goto('/billing')

  await page.goto('/')
  await openMenu(page)
  await page.getByRole('link', { name: 'Перевод средств' }).click()
  await page.getByRole('link', { name: 'Нескольким' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Разделить чаевые' })).toBeVisible()
  await page.getByLabel('Сумма').fill('1000')
  await page.getByText('Часы', { exact: true }).click()
  await page.getByRole('button', { name: 'Выбрать всех' }).click()
  for (const [name, hours] of [
    ['Глеб Орлов', '8'],
    ['Инна Бойко', '7,5'],
    ['Яна Седова', '4,5'],
  ])
    await page.getByLabel(`Часы: ${name}`).fill(hours ?? '')
  await page.getByRole('button', { name: 'Сохранить как шаблон' }).click()
  await page.getByRole('button', { name: 'Разделить', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Инна Бойко' })).toContainText('375\u00A0₽')
  await sheet.getByRole('button', { name: 'Получить код', exact: true }).click()
  await page.getByLabel('Код из СМС').fill(await readCode(boss.phone))
  await sheet.getByRole('button', { name: /^Разделить/ }).click()
  await expect(page.getByRole('heading', { name: /Перевод № \d+/ })).toBeVisible()

  await expect(theirs.getByRole('button', { name: /^Перевод.*Мария Котова/ })).toBeVisible()
  await expect(theirs.getByText('+400\u00A0₽').first()).toBeVisible()
  const { rows } = await database.query('select kind, amount, sharing_way from payout where user_id = $1', [boss.id])
  expect(rows).toEqual([{ kind: 'transfer', amount: '100000', sharing_way: 'hours' }])

  await page.getByRole('button', { name: 'Разделить ещё' }).click()
  await expect(page.getByText('Как обычно: 3 сотрудника, по часам')).toBeVisible()
  await expect(page.getByLabel('Часы: Инна Бойко')).toHaveValue('7,5')
  await page.getByRole('button', { name: /3 сотрудникам/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByLabel('Сумма')).toHaveValue('1\u00A0000')
  await expect(page.getByRole('button', { name: 'Разделить', exact: true })).toBeEnabled()
})
