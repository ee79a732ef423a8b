import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Everything that holds the place of something has given way to it. */
async function expectLoaded(page: Page) {
  await expect(page.getByRole('main').locator('p, h2, li').first()).toBeVisible()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0, { timeout: 20_000 })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('on the login page', async ({ page, expectAccessible }) => {
      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Войти' }).click()
      await expect(page.getByText('Введите пароль')).toBeVisible()
      await expectAccessible(page)
    })

    for (const path of ['/', '/billing', '/out', '/settings', '/settings/payout-methods', '/nowhere']) {
      test(`on ${path}`, async ({
        page,
        newWaiter,
        bookTips,
        addCard,
        addSbpPhone,
        signInAs,
        expectAccessible,
        allowedConsole,
      }) => {
        if (path === '/nowhere') allowedConsole.patterns.push(/404/)
        const waiter = await newWaiter('Мария Котова', [{}, {}])
        await bookTips(waiter, [
          { amount: 700, daysAgo: 2, rating: 4, comment: 'Спасибо!' },
          { amount: 300, daysAgo: 1 },
          { amount: 500, rating: 5, status: 'pending' },
        ])
        await addCard(waiter)
        await addSbpPhone(waiter)
        await signInAs(waiter)
        await page.goto(path)
        await expectLoaded(page)
        await expectAccessible(page)
      })

      if (path === '/nowhere') continue
      test(`on ${path} with nothing to show`, async ({ page, newWaiter, signInAs, expectAccessible }) => {
        await signInAs(await newWaiter())
        await page.goto(path)
        await expectLoaded(page)
        await expectAccessible(page)
      })

      test(`on ${path} when data does not load`, async ({
        page,
        newWaiter,
        signInAs,
        expectAccessible,
        allowedConsole,
      }) => {
        allowedConsole.patterns.push(/503|ApiError/)
        await signInAs(await newWaiter())
        await page.route(/\/api\/v1\/(?!session\/bootstrap|events)/, (route) =>
          route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Away' } }),
        )
        await page.goto(path)
        await expectLoaded(page)
        await expectAccessible(page)
      })
    }

    test('in the menu and a sheet', async ({ page, newWaiter, bookTips, signInAs, expectAccessible, isMobile }) => {
      const waiter = await newWaiter('Мария Котова', [{}, {}])
      await bookTips(waiter, [{ amount: 300, rating: 5, comment: 'Очень внимательно' }])
      await signInAs(waiter)
      await page.goto('/billing')
      if (isMobile) {
        await page.getByRole('button', { name: 'Открыть меню' }).click()
        await expect(page.getByRole('button', { name: 'Выход' })).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      }
      await page.getByRole('button', { name: /\+300/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
    })
  })
}
