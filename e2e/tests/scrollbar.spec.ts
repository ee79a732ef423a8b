import { expect, test } from '../fixtures.ts'

// Playwright passes this argument to Chromium, which hides the scrollbars of a desktop.
test.use({
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

test('nothing shifts when a scrollbar appears or disappears', async ({ page, newUser, bookTips, signInAs }) => {
  const findMiddle = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return (left + right) / 2
    })
  const scrolls = () => page.evaluate(() => document.documentElement.scrollHeight > innerHeight)
  const middle = await page.evaluate(() => innerWidth / 2)

  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  expect([await scrolls(), await findMiddle('main')]).toEqual([false, middle])
  await page.setViewportSize({ width: 2 * middle, height: 300 })
  expect([await scrolls(), await findMiddle('main')]).toEqual([true, middle])

  const user = await newUser()
  // High enough to scroll in a window that is too high for the menu of a low one.
  await bookTips(
    user,
    Array.from({ length: 8 }, () => ({ amount: 500 })),
  )
  await signInAs(user)
  for (const width of [2 * middle, 600]) {
    await page.setViewportSize({ width, height: 3000 })
    await page.goto('/billing')
    await expect(page.getByRole('button', { name: /\+500/ }).first()).toBeVisible()
    const middleBefore = await findMiddle('main')
    expect(await scrolls()).toBe(false)
    await page.setViewportSize({ width, height: 500 })
    expect([await scrolls(), await findMiddle('main')]).toEqual([true, middleBefore])
    // This is a sheet at both widths, where the details of an operation are one in the narrow window only.
    await page.getByRole('button', { name: 'Период' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findMiddle('main')).toBe(middleBefore)
  }
})
