import type { Page } from '@playwright/test'
import { untilLive } from '@portal/test-kit/steps'
import type { TestUser } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

const hide = (page: Page) => page.getByRole('button', { name: 'Скрыть суммы' })
const show = (page: Page) => page.getByRole('button', { name: 'Показать суммы' })
/** Matches `500 ₽`, and `8 000` on the chart. */
const amount = /\d\s?₽|\d\s\d{3}/

let user: TestUser

test.beforeEach(async ({ newUser, bookTips, addCard, signInAs }) => {
  user = await newUser('Мария Котова', [{ restaurant: 'Берег', isDefault: true }])
  await newUser('Глеб Орлов', [{ beside: user.workplaces[0] }])
  await bookTips(
    user,
    Array.from({ length: 7 }, (_, index) => ({ amount: 7000 + index, daysAgo: 6 - index })),
  )
  await addCard(user)
  await signInAs(user)
})

// spec: 2.23
test('no page shows an amount to eyes or assistive technology, and nothing shifts', { tag: '@mfe-tips' }, async ({
  page,
  expectAccessible,
}) => {
  const main = page.getByRole('main')
  for (const path of ['/', '/?period=today', '/billing', '/trend', '/trend?view=table', '/out', '/transfer']) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(main.getByText(amount).first()).toBeVisible()
      await expect(main.locator('[data-skeleton]')).toHaveCount(0)
      await untilLive(page)
      const before = await readPositions(page)

      await hide(page).click()
      await expect(main.getByText('сумма скрыта').first()).toBeAttached()
      expect(await readPositions(page)).toEqual(before)
      // What a fee is does not tell how much the user has.
      const isShown = (text: string) => amount.test(text) && !/^(Комиссия|По СБП)/.test(text)
      await expect.poll(async () => (await readTexts(page)).filter(isShown)).toEqual([])
      await expectAccessible(page)

      await show(page).click()
      await expect(main.getByText('сумма скрыта')).toHaveCount(0)
    })
  }
})

// spec: 2.191
test('amounts that are hidden on opening are hidden when the user has left, and in the HTML of the next page', {
  tag: '@mfe-tips',
}, async ({ page }) => {
  await page.goto('/settings/opening')
  await page.getByText('Скрыты', { exact: true }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chaevye:amounts-on-opening'))).toBe('hidden')
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByText(amount).first()).toBeVisible()
  // What watches for it loads after the page. A browser under test never covers its page.
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })
      return await main.getByText('сумма скрыта').count()
    })
    .toBeGreaterThan(0)
  expect(await (await page.request.get('/', { headers: { accept: 'text/html' } })).text()).not.toMatch(/7.006.₽/)
  await page.reload()
  await show(page).click()
  await expect(main.getByText(amount).first()).toBeVisible()
})

test('the ordered amount stays visible to be checked, and the balance does not', { tag: '@mfe-tips' }, async ({
  page,
}) => {
  await page.goto('/out')
  await hide(page).click()
  await expect(page.getByText('Доступно к выводу').locator('..')).toContainText('сумма скрыта')
  await page.getByLabel('Сумма').fill('60000')
  await expect(page.getByText('На балансе меньше этой суммы', { exact: true })).toBeVisible()

  await page.getByLabel('Сумма').fill('1500')
  await expect(page.getByText('Придёт', { exact: true }).locator('..')).toContainText(/1\s477,50\s₽/)
  await page.getByRole('button', { name: /^Вывести 1\s500\s₽$/ }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(/^Придёт 1\s477,50\s₽:/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: /Вывести 1\s500\s₽/ })).toBeVisible()
})

/** Returns each text of the page, including texts for assistive technology, without the preset amounts. */
function readTexts(page: Page): Promise<string[]> {
  return page
    .locator('main :not([aria-label="Готовые суммы"] *)')
    .evaluateAll((elements) =>
      elements.flatMap((element) => [
        ...[...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent ?? ''),
        ...[...element.attributes].filter(({ name }) => name.startsWith('aria-')).map(({ value }) => value),
      ]),
    )
}

/** Returns the position and the height of each visible part of the page in whole pixels. */
function readPositions(page: Page): Promise<number[][]> {
  return page.locator('main :is(section, h2, li, p, button, dl, figure, form)').evaluateAll((parts) =>
    // HTML of the server has parts for other widths, until it is hydrated.
    parts
      .filter((part) => part.checkVisibility())
      .map((part) => {
        const { top, height } = part.getBoundingClientRect()
        return [Math.round(top), Math.round(height)]
      }),
  )
}
