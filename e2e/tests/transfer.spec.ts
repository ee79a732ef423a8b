import type { Page } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import type { TestUser } from '../fixtures/users.ts'
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

let boss: TestUser
let colleague: TestUser

test.beforeEach(async ({ newUser, bookTips, signInAs }) => {
  boss = await newUser('Мария Котова', [{ restaurant: 'Берег', isDefault: true }])
  colleague = await newUser('Глеб Орлов', [{ beside: boss.workplaces[0] }])
  await bookTips(boss, [{ amount: 1250 }])
  await bookTips(colleague, [{ amount: 100 }])
  await signInAs(boss)
})

// spec: 2.86, 8.2
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
  await expect(theirs.getByRole('button', { name: /^Перевод.*Мария Котова/ })).toBeVisible()
  await expect(theirs.getByText('+500\u00A0₽').first()).toBeVisible()

  await page.getByRole('link', { name: 'Все переводы' }).click()
  await expect(page.getByRole('button', { name: /^Перевод.*Глеб Орлов/ })).toBeVisible()
  await expect(page.getByText('−500\u00A0₽').first()).toBeVisible()
})

// spec: 2.91, 8.2
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

  const workplace = colleague.workplaces[0]
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
    [workplace?.restId, boss.workplaces[0]?.employeeId],
  )
  expect(statuses).toEqual([403, 403])
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
