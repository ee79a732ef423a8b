import type { Page } from '@playwright/test'
import { becomeOperator } from '../fixtures/operators.ts'
import { agree, introduce, press } from '../fixtures/steps.ts'
import { forgetSentCodes, newPhone } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

test.beforeEach(({ database }) => forgetSentCodes(database))

// spec: 9.97
test('a restaurant goes live on the pages of operators', {
  tag: '@mfe-operator',
}, async ({ page, database, newUser, signInAs, readCode, newContext, allowedConsole }) => {
  allowedConsole.patterns.push(/428|422/)
  const fixtures = { database, newUser, signInAs, readCode }
  const { operator, device } = await becomeOperator(page, 'Ольга Титова', fixtures)
  const colleague = await (await newContext()).newPage()
  await becomeOperator(colleague, 'Иван Седов', fixtures)
  const restaurant = `Ель ${operator.phone.slice(-6)}`
  const [anna, boris] = [newPhone(), newPhone()]

  await test.step('a restaurant is added; what was typed stays after a rejection', async () => {
    await page.getByRole('link', { name: /^Рестораны/ }).click()
    await press(page, 'Добавить ресторан')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Название').fill(restaurant)
    await sheet.getByLabel('Банк').fill('Т-Банк')
    await sheet.getByRole('combobox', { name: 'Провайдер выплат' }).click()
    await page.getByRole('option', { name: 'ЮKassa' }).click()
    const signatures = await device.signatures()
    await press(page, 'Добавить ресторан')
    await expect(sheet.getByText('Этого провайдера нет в настройках портала.')).toBeVisible()
    await expect(sheet.getByLabel('Название')).toHaveValue(restaurant)
    await sheet.getByRole('combobox', { name: 'Провайдер выплат' }).click()
    await page.getByRole('option', { name: 'Не выбрано' }).click()
    await press(page, 'Добавить ресторан')
    await expect(page.getByRole('heading', { name: restaurant })).toBeVisible()
    expect(await device.signatures()).toBe(signatures + 2)
  })

  await test.step('a team is loaded; a wrong line is named and corrected', async () => {
    await press(page, 'Загрузить команду')
    const list = page.getByLabel('Список команды')
    await list.fill(`name;phone;external_id;manager\nАнна Смирнова;${anna};w-1;да\nБорис Ким;12;w-2;\n`)
    await press(page, 'Проверить')
    await expect(page.getByText('Строка 3: Борис Ким')).toBeVisible()
    await press(page, 'Исправить список')
    await list.fill((await list.inputValue()).replace(';12;', `;${boris};`))
    await press(page, 'Проверить')
    await press(page, /^Загрузить: 2/)
    await toast(page, 'Команда загружена')
  })

  await test.step('a member of the team registers by the link', async () => {
    await page.getByRole('list', { name: 'Открытые приглашения' }).getByText('Борис Ким').click()
    const link = await page.getByRole('dialog').getByText(/\/i\//).textContent()
    await page.keyboard.press('Escape')
    const phone = await (await newContext()).newPage()
    await phone.goto(new URL(String(link)).pathname)
    await introduce(phone, boris, readCode)
    await agree(phone)
    await expect(phone.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
    await page.reload()
  })

  await test.step('the default employee is proposed, and another operator confirms', async () => {
    await page.getByRole('list', { name: 'Сотрудники' }).getByRole('button').click()
    await press(page, 'Назначить основным')
    await press(page, /^Назначить основным: /)
    await toast(page, 'Предложение сохранено, подтвердит другой оператор')
    await page.goto('/operator')
    const proposals = region(page, 'Ждут второго оператора')
    await expect(proposals.getByRole('listitem').filter({ hasText: 'Ваше' })).toHaveCount(1)
    await colleague.reload()
    const list = colleague.getByRole('list', { name: 'Предложения' })
    await list.getByRole('button').filter({ hasText: 'Назначить основного сотрудника' }).click()
    await expect(colleague.getByRole('dialog').getByText(`«${restaurant}»`)).toBeVisible()
    await press(colleague, 'Подтвердить')
    await colleague.getByLabel('Причина').fill('Спросил Ольгу')
    await press(colleague, /^Подтвердить: /)
    await toast(colleague, 'Изменено')
  })

  await test.step('a person is found by phone, blocked and unblocked', async () => {
    await page.goto('/operator/person')
    await page.getByLabel('Телефон человека').fill(boris)
    await press(page, 'Найти')
    await expect(page.getByText('Основной', { exact: true })).toBeVisible()
    expect(page.url()).not.toContain(boris.slice(-10))
    await press(page, 'Закрыть доступ')
    await page.getByLabel('Причина').fill('Телефон украден')
    await press(page, /^Закрыть доступ: /)
    await expect(page.getByText(/^Доступ закрыт \d/)).toBeVisible()
    await press(page, 'Открыть доступ')
    await page.getByLabel('Причина').fill('Телефон нашли')
    await press(page, /^Открыть доступ: /)
    await expect(page.getByText(/^Доступ закрыт \d/)).toBeHidden()
  })

  await test.step('the ledger adds up, and the audit trail names the operator', async () => {
    await page.goto('/operator/ledger?view=ledger')
    await press(page, 'Проверить')
    await expect(page.getByText('Всё сходится')).toBeVisible()
    const { rows } = await database.query(
      `select distinct action from audit_event where actor = $1 and action in ('restaurant_created', 'user_blocked')`,
      [`user:${operator.id}`],
    )
    expect(rows).toHaveLength(2)
  })
})
