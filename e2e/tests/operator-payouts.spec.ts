import type { Page } from '@playwright/test'
import { dayIn } from '@portal/contracts/calendar'
import type pg from 'pg'
import { becomeOperator } from '../fixtures/operators.ts'
import { press, withdrawButton } from '../fixtures/steps.ts'
import { addSbpPhone, type TestUser } from '../fixtures/users.ts'
import { expect, test } from '../fixtures/yookassa-portal.ts'

/** Above what one operator may decide about. */
const RUBLES = 12_500

/** Opens the order of the waiter in a list. */
async function openOrder(operator: Page, view: string): Promise<void> {
  await operator.goto(`/operator/payouts?view=${view}`)
  const orders = operator.getByRole('list', { name: 'Выводы и переводы' })
  await orders.getByRole('link').filter({ hasText: 'Вера Новикова' }).click()
}

/** Waits until the portal does not ask the bank, and keeps it from asking while operators decide. */
async function endAttempts(database: pg.Pool, { id }: TestUser): Promise<void> {
  const end = `update payout set next_attempt_at = now() + interval '1 hour' where user_id = $1 and attempts > 0
    and not exists (select from payout_attempt where payout_id = payout.id and finished_at is null)`
  await expect.poll(async () => (await database.query(end, [id])).rowCount).toBe(1)
}

// spec: 9.97
test('two operators decide about a withdrawal that its bank does not, and the day is as the provider has it', {
  tag: '@mfe-operator',
}, async ({ page, database, newUser, bookTips, signInAs, readCode, newContext, double, allowedConsole }) => {
  allowedConsole.patterns.push(/428/)
  const fixtures = { database, newUser, signInAs, readCode }
  await becomeOperator(page, 'Ольга Титова', fixtures)
  const colleague = await (await newContext()).newPage()
  await becomeOperator(colleague, 'Иван Седов', fixtures)
  const waiter = await newUser('Вера Новикова')
  await bookTips(waiter, [{ amount: 13_000 }])
  await addSbpPhone(database, waiter, { bankId: '100000000004', last2: '13' })
  const phone = await (await newContext()).newPage()
  await signInAs(waiter, phone.context())
  const paid = phone.getByRole('list', { name: 'Выводы' }).getByText('Выплачено')

  await test.step('the response about a withdrawal is lost, and the provider reports no status', async () => {
    double.setFault((method) => (method === 'POST' ? 'lost_response' : 'error'))
    await phone.goto('/out')
    await phone.getByLabel('Сумма').fill(String(RUBLES))
    await press(phone, /^Вывести \d/)
    await phone.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
    await withdrawButton(phone).click()
    await expect(phone.getByRole('heading', { name: /Вывод № \d+/ })).toBeVisible()
    await endAttempts(database, waiter)
  })

  await test.step('one operator proposes what the provider has written', async () => {
    await openOrder(page, 'all')
    await press(page, 'Решить за банк')
    await page.getByRole('radio', { name: 'Банк отправил деньги' }).check()
    await page.getByLabel('Причина').fill('Письмо ЮKassa: выплачено')
    await press(page, /^Решить: /)
    await expect(page.getByText(/запишет другой оператор/).first()).toBeVisible()
    await expect(paid).toBeHidden()
  })

  await test.step('another operator records it, and the open page of the waiter shows it', async () => {
    await openOrder(colleague, 'proposed')
    await press(colleague, 'Записать решение')
    await colleague.getByLabel('Причина').fill('Письмо видел')
    await press(colleague, /^Записать решение: /)
    await expect(colleague.getByText('Решение записано', { exact: true }).first()).toBeVisible()
    await expect(paid).toBeVisible()
  })

  await test.step('the day is compared with the provider', async () => {
    double.setFault(undefined)
    await page.goto('/operator/ledger')
    await press(page, 'Сверить день')
    await page.getByLabel('День по Москве').fill(dayIn('Europe/Moscow', new Date()))
    await press(page, 'Сверить')
    await expect(page.getByRole('list', { name: 'Сверенные дни' }).getByText('Сходится')).toBeVisible()
  })
})
