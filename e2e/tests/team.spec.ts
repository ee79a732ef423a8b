import type { Page } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import { press } from '../fixtures/steps.ts'
import type { TestUser } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

const row = (page: Page, name: string) => page.getByRole('list', { name: 'Сотрудники' }).getByText(name)
const invitations = (page: Page) => page.getByRole('list', { name: 'Открытые приглашения' }).getByRole('listitem')

/** What a signed-in user does who opens the link. */
async function join(page: Page, link: string): Promise<void> {
  await page.goto(new URL(link).pathname)
  await press(page, 'Добавить ресторан')
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
}

// spec: 2.119, 2.122, 8.3
test('a manager invites by a link; a colleague joins, is on the list, and is dismissed', { tag: '@mfe-team' }, async ({
  page,
  newContext,
  newUser,
  signInAs,
  bookTips,
}) => {
  const manager = await newUser('Марина Лескова', [{ restaurant: 'Причал', isManager: true }])
  await bookTips(manager, [{ amount: 7654 }])
  await signInAs(manager)
  await page.goto('/')
  await openMenu(page)
  await page.getByRole('link', { name: 'Команда' }).click()
  await expect(row(page, 'Марина Лескова')).toBeVisible()

  await press(page, 'Пригласить')
  await press(page, 'Создать ссылку')
  await expect(page.getByRole('img', { name: 'QR-код ссылки' })).toBeVisible()
  const link = (await page.getByText(/\/i\/\w{17}$/).textContent()) ?? ''
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(invitations(page)).toHaveCount(1)

  const user: TestUser = await newUser('Глеб Орлов', [{ restaurant: 'Берег' }])
  const context = await newContext()
  await signInAs(user, context)
  const portal = await context.newPage()
  await join(portal, link)

  await page.reload()
  await expect(row(page, 'Глеб Орлов')).toBeVisible()
  await expect(invitations(page)).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(/7\s?654/)
  await row(page, 'Глеб Орлов').click()
  await press(page, 'Убрать из команды')
  await expect(page.getByText(/^Деньги, история и документы останутся у сотрудника/)).toBeVisible()
  await press(page, 'Убрать')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row(page, 'Глеб Орлов')).toHaveCount(0)

  await portal.goto('/')
  await expect(portal.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
  await openMenu(portal)
  await expect(portal.getByRole('navigation', { name: 'Меню' })).toBeVisible()
  await expect(portal.getByText('Причал')).toHaveCount(0)
})

// spec: 2.123, 8.3
test('a manager of another restaurant, and an employee, see nothing of the team', {
  tag: ['@mfe-team', '@phone'],
}, async ({ page, newUser, signInAs, allowedConsole }) => {
  allowedConsole.patterns.push(/404/)
  const team = await newUser('Марина Лескова', [{ restaurant: 'Причал', isManager: true }])
  const [workplace] = team.workplaces
  const other = await newUser('Олег Нестеров', [{ restaurant: 'Берег', isManager: true }, { beside: workplace }])
  await signInAs(other)
  await page.goto('/team')
  await expect(row(page, 'Олег Нестеров')).toBeVisible()
  await expect(page.getByText('Марина Лескова')).toHaveCount(0)

  await openMenu(page)
  await page.getByRole('combobox', { name: 'Ресторан' }).click()
  await page.getByRole('option', { name: 'Причал' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
  await openMenu(page)
  await expect(page.getByRole('navigation', { name: 'Меню' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Команда' })).toHaveCount(0)
})
