import type { Page } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import { signIn } from '../fixtures/steps.ts'
import type { TestUser } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Чаевые' })

/** The status of requests that a tab sends before it is notified that another one has signed out. */
const tooLate = /401/

// spec: 2.24
test('when another user signs in in one tab, the other tab opens their home page', async ({
  page,
  context,
  newUser,
  bookTips,
  signInAs,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(tooLate)
  const maria = await newUser('Мария Котова')
  const gleb = await newUser('Глеб Орлов')
  await bookTips(maria, [{ amount: 1777 }])
  await bookTips(gleb, [{ amount: 2222 }])
  await signInAs(maria)
  await page.goto('/billing?type=tip')
  await expect(page.getByText(/\+1\s777\s₽/).first()).toBeVisible()
  const second = await context.newPage()
  await second.goto('/')
  await openMenu(second)
  await second.getByRole('button', { name: 'Выход' }).click()
  await expect(page).toHaveURL(/\/login\?back=/)

  await signIn(second, gleb.phone)
  await expect(home(second)).toBeVisible()

  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Доступно к выводу').locator('..')).toContainText(/2\s222\s₽/)
  await expect(page.getByText(/1\s777\s₽/)).toHaveCount(0)
  await openMenu(page)
  await expect(page.getByText('Глеб Орлов')).toBeVisible()
})

// spec: 2.24
test('the theme and the hidden amounts are the same in every tab', async ({
  page,
  context,
  newUser,
  bookTips,
  signInAs,
}) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 300 }])
  await signInAs(user)
  await page.goto('/')
  const balance = page.getByText('Доступно к выводу').locator('..')
  await expect(balance).toContainText(/300\s₽/)
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color)
  const inLight = await ink()
  const second = await context.newPage()
  await second.goto('/settings')

  await second.getByRole('button', { name: 'Скрыть суммы' }).click()
  await expect(balance).toContainText('сумма скрыта')
  await expect(balance).not.toContainText('300')
  await second.getByRole('button', { name: 'Показать суммы' }).click()
  await expect(balance).toContainText(/300\s₽/)

  await second.getByText('Тёмная', { exact: true }).click()
  await expect.poll(ink).not.toBe(inLight)
  await second.getByText('Светлая', { exact: true }).click()
  await expect.poll(ink).toBe(inLight)
})

test.describe('choosing a restaurant in one tab', () => {
  let user: TestUser

  test.beforeEach(async ({ newUser, bookTips, addCard, signInAs }) => {
    user = await newUser('Мария Котова', [
      { restaurant: 'Берег', isDefault: true },
      { restaurant: 'Причал', isDefault: true },
    ])
    await newUser('Глеб Орлов', [{ beside: user.workplaces[0] }])
    await newUser('Нина Белова', [{ beside: user.workplaces[1] }])
    await bookTips(user, [{ amount: 1000 }], 0)
    await bookTips(user, [{ amount: 2000 }], 1)
    await addCard(user)
    await signInAs(user)
  })

  async function switchToPier(page: Page) {
    await page.goto('/')
    await page
      .getByRole('region', { name: 'Все рестораны' })
      .getByRole('button', { name: /Причал/ })
      .click()
    await expect(page.getByText('Доступно к выводу').locator('..')).toContainText(/2\s000\s₽/)
  }

  for (const { path, link, fill, confirm, done, sent } of [
    {
      path: '/out',
      link: 'Вывод средств',
      fill: async () => {},
      confirm: async () => {},
      done: /Вывод № \d+/,
      sent: 'payout',
    },
    {
      path: '/transfer',
      link: 'Перевод средств',
      fill: async (page: Page) => {
        await page.getByLabel('Кому').click()
        await expect(page.getByRole('option')).toHaveText([/Глеб Орлов •• \d\d/])
        await page.getByRole('option', { name: 'Глеб Орлов' }).click()
      },
      confirm: (page: Page) => page.getByRole('button', { name: 'Получить код' }).click(),
      done: /Перевод № \d+/,
      sent: 'transfer_out',
    },
  ]) {
    // spec: 2.24
    test(`does not change the restaurant that ${path} of another tab pays from`, async ({
      page,
      context,
      database,
      readCode,
    }) => {
      await page.goto(path)
      await fill(page)
      await page.getByLabel('Сумма').fill('500')

      const second = await context.newPage()
      await switchToPier(second)
      await openMenu(second)
      await second.getByRole('link', { name: link }).click()
      await expect(second.getByText(/^Доступно к .*\s· Причал$/).locator('..')).toContainText(/2\s000\s₽/)

      await expect(page.getByText(/^Доступно к .*\s· Берег$/).locator('..')).toContainText(/1\s000\s₽/)
      await page.getByRole('button', { name: /^(Вывести|Перевести)/ }).click()
      await confirm(page)
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByText('Берег').first()).toBeVisible()
      await page.getByLabel('Код из СМС').fill(await readCode(user.phone))
      await sheet.getByRole('button', { name: /^(Вывести|Перевести) 500/ }).click()
      await expect(page.getByRole('heading', { name: done })).toBeVisible()
      await expect(page.getByText(/^Берег → /)).toBeVisible()

      // The other tab is notified, and its balance is unchanged.
      await expect(second.getByText(/^Доступно к .*\s· Причал$/).locator('..')).toContainText(/2\s000\s₽/)
      const employeeIds = user.workplaces.map(({ employeeId }) => employeeId)
      const operations = await database.query(
        'select employee_id, amount from operation where user_id = $1 and type = $2',
        [user.id, sent],
      )
      expect(operations.rows).toEqual([{ employee_id: employeeIds[0], amount: '50000' }])
      const wallets = await database.query(
        `select employee_id, balance from ledger_account where employee_id = any($1) and kind = 'wallet' order by balance`,
        [employeeIds],
      )
      expect(wallets.rows).toEqual([
        { employee_id: employeeIds[0], balance: '50000' },
        { employee_id: employeeIds[1], balance: '200000' },
      ])
    })
  }
})
