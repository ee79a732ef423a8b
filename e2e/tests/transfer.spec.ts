import type { Page } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import type { Waiter } from '../fixtures/people.ts'
import { expect, test } from '../fixtures.ts'

/** Fills the form up to the code. */
async function orderTransfer(page: Page, name: string, rubles: number) {
  await page.getByLabel('Кому').click()
  await page.getByPlaceholder('Поиск...').fill(name.slice(0, 3).toLowerCase())
  await page.getByRole('option', { name }).click()
  await page.getByLabel('Сумма').fill(String(rubles))
  await page.getByRole('button', { name: 'Перевести', exact: true }).click()
  await page.getByRole('button', { name: 'Получить код', exact: true }).click()
  await expect(page.getByText(/Код отправлен на .*\+7 \(9\d\d\) •••-••-\d\d/)).toBeVisible()
  await expect(page.getByLabel('Код из СМС')).toBeFocused()
}

const submit = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Перевести/ })

let boss: Waiter
let colleague: Waiter

test.beforeEach(async ({ newWaiter, bookTips, signInAs }) => {
  boss = await newWaiter('Мария Котова', [{ restaurant: 'Берег', isDefault: true }])
  colleague = await newWaiter('Глеб Орлов', [{ beside: boss.places[0] }])
  await bookTips(boss, [{ amount: 1250 }])
  await bookTips(colleague, [{ amount: 100 }])
  await signInAs(boss)
})

// spec: 1.4, 2.86
test('both users see a transfer of 500 ₽ without a reload', { tag: '@mfe-payouts' }, async ({
  page,
  newContext,
  signInAs,
  readCode,
}) => {
  const other = await newContext()
  await signInAs(colleague, other)
  const theirs = await other.newPage()
  await theirs.goto('/')
  await expect(theirs.getByText('100\u00A0₽').first()).toBeVisible()

  await page.goto('/')
  await openMenu(page)
  await page.getByRole('link', { name: 'Перевод средств' }).click()
  await expect(page.getByText('Доступно к переводу · Берег').locator('..')).toContainText('1\u00A0250\u00A0₽')
  await page.getByLabel('Комментарий').fill('За субботу')
  await orderTransfer(page, 'Глеб Орлов', 500)
  await page.getByLabel('Код из СМС').fill(await readCode(boss.phone))
  await submit(page).click()
  await expect(page.getByRole('heading', { name: /Перевод № \d+/ })).toBeVisible()
  await expect(page.getByText(/^Берег → .*Глеб Орлов/)).toBeVisible()

  await expect(theirs.getByText('600\u00A0₽').first()).toBeVisible()
  await theirs.goto('/billing')
  await expect(theirs.getByRole('button', { name: 'Перевод · Мария Котова' })).toBeVisible()
  await expect(theirs.getByText('+500\u00A0₽').first()).toBeVisible()

  await page.getByRole('link', { name: 'Все переводы' }).click()
  await expect(page.getByRole('button', { name: 'Перевод · Глеб Орлов' })).toBeVisible()
  await expect(page.getByText('−500\u00A0₽').first()).toBeVisible()
})

// spec: 2.91, 3.3, 8.2
test('an employee who is not the default one is redirected home, and rejected by the API', {
  tag: '@mfe-payouts',
}, async ({ page, context, signInAs, allowedConsole }) => {
  allowedConsole.patterns.push(/403/)
  await context.clearCookies()
  await signInAs(colleague)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const shownHeadings = await recordHeadings(page)
  await page.goto('/transfer')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
  expect(await shownHeadings()).not.toContain('Перевод средств')
  expect(requests.filter((url) => url.includes('/employees?'))).toEqual([])
  await openMenu(page)
  await expect(page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name: 'Чаевые' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Перевод средств' })).toHaveCount(0)

  const place = colleague.places[0]
  const statuses = await page.evaluate(
    async ([restId, recipient]) => {
      const colleagues = await fetch(`/api/v1/employees?restId=${restId}`)
      const transfer = await fetch('/api/v1/user/payout', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          'x-requested-with': 'portal',
        },
        body: JSON.stringify({
          kind: 'transfer',
          rest_id: restId,
          recipient_employee_id: recipient,
          amount: 50,
          code: '000000',
        }),
      })
      return [colleagues.status, transfer.status]
    },
    [place?.restId, boss.places[0]?.employeeId],
  )
  expect(statuses).toEqual([403, 403])
})

// spec: 2.91
test('a user who lost the permission meanwhile is redirected home', { tag: '@mfe-payouts' }, async ({
  page,
  database,
}) => {
  await page.goto('/')
  await openMenu(page)
  const link = page.getByRole('link', { name: 'Перевод средств' })
  await expect(link).toBeVisible()
  await database.query('update employee set is_default = false where user_id = $1', [boss.id])
  await link.click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
  await expect(page.getByText('Доступ запрещен')).toHaveCount(0)
  await openMenu(page)
  await expect(page.getByRole('link', { name: 'Вывод средств' })).toBeVisible()
  await expect(link).toHaveCount(0)
})

// spec: 6.17
test('a double click and a lost response create one transfer', { tag: '@mfe-payouts' }, async ({
  page,
  readCode,
  allowedConsole,
  database,
}) => {
  allowedConsole.patterns.push(/ERR_FAILED|ERR_CONNECTION/)
  await page.goto('/transfer')
  await orderTransfer(page, 'Глеб Орлов', 500)
  await page.getByLabel('Код из СМС').fill(await readCode(boss.phone))
  // The server creates the transfer, and the response never arrives.
  await page.route('**/api/v1/user/payout', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await submit(page).dblclick()
  await expect(page.getByRole('heading', { name: /Перевод № \d+/ })).toBeVisible()
  const { rows } = await database.query('select kind, amount from payout where user_id = $1', [boss.id])
  expect(rows).toEqual([{ kind: 'transfer', amount: '50000' }])
})

test('more than the balance cannot be ordered', { tag: '@mfe-payouts' }, async ({ page }) => {
  await page.goto('/transfer')
  await page.getByLabel('Сумма').fill('1251')
  await expect(page.getByText('Недостаточно средств: доступно 1\u00A0250\u00A0₽')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Перевести', exact: true })).toBeDisabled()
  await page.getByText('Перевести всё').click()
  await expect(page.getByLabel('Сумма')).toHaveValue('1\u00A0250')
})

test('a user without colleagues sees that there is no recipient', { tag: '@mfe-payouts' }, async ({
  page,
  context,
  newWaiter,
  signInAs,
}) => {
  await context.clearCookies()
  await signInAs(await newWaiter('Один Дома', [{ isDefault: true }]))
  await page.goto('/transfer')
  await expect(page.getByText('Нет сотрудников для перевода')).toBeVisible()
})

/** Records every main heading that is rendered, even for a single frame. */
async function recordHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenHeadings: seen })
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent
      if (heading) seen.push(heading)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { seenHeadings: string[] }).seenHeadings)
}
