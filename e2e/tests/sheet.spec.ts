import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

// A service worker would serve the code that this test blocks.
test.use({ serviceWorkers: 'block' })

const sheet = (page: Page) => page.getByRole('dialog')

async function settled(page: Page) {
  await sheet(page).evaluate((shown) => Promise.all(shown.getAnimations().map((animation) => animation.finished)))
}

/** Makes any two presses the halves of a double press, however slow the machine is. Returns a function that ends it. */
async function makeDoublePressesLong(page: Page): Promise<() => Promise<void>> {
  await expect(page.locator('html')).toHaveCSS('--double-click', '.5s')
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 3_600_000
    document.documentElement.style.setProperty('--double-click', '3600s')
  })
  return () => page.evaluate(() => document.documentElement.style.setProperty('--double-click', '0s'))
}

test.beforeEach(async ({ page, newUser, bookTips, signInAs, allowedConsole }) => {
  allowedConsole.patterns.push(/Service Worker registration blocked/)
  const user = await newUser()
  await bookTips(user, [{ amount: 500 }])
  await signInAs(user)
  await page.goto('/billing')
  await expect(page.getByRole('button', { name: /Чаевые/ }).last()).toBeVisible()
})

test('a sheet stays open after the double press that opened it, and closes by a later press', {
  tag: ['@phone', '@mfe-settings'],
}, async ({ page }) => {
  const operation = page.getByRole('listitem').filter({ hasText: '+500' }).getByRole('button')
  const { x = 0, y = 0 } = (await operation.boundingBox()) ?? {}
  const press = () => page.mouse.click(x + 8, y + 8)
  await test.step('a double press', async () => {
    const end = await makeDoublePressesLong(page)
    await press()
    await expect(sheet(page)).toBeVisible()
    await press()
    await end()
    await settled(page)
    await expect(sheet(page)).toBeVisible()
    await expect(page.locator('[role=dialog]:focus-within')).toBeVisible()
  })

  await test.step('a later press', async () => {
    await page.reload()
    await expect(operation).toBeVisible()
    await press()
    await expect(sheet(page)).toBeVisible()
    const opened = await page.evaluate(() => performance.now())
    await page.waitForFunction((since) => performance.now() > since + 500, opened)
    await press()
    await expect(sheet(page)).toHaveCount(0)
  })
})

test('a sheet ignores the second half of a double press', { tag: ['@phone', '@mfe-settings'] }, async ({
  page,
  newUser,
  addCard,
  signInAs,
}) => {
  // The sheet may still be moving up.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const user = await newUser()
  // The page that is open belongs to another user, and would request that user's data in this session.
  await page.goto('/robots.txt')
  for (const last4 of ['1010', '1020']) await addCard(user, { last4 })
  await signInAs(user)
  // The window is so low that the page scrolls, and its button can be where the sheet has its own.
  await page.setViewportSize({ width: 360, height: 480 })
  await page.goto('/settings/payout-methods')
  await page.getByRole('link', { name: /1020/ }).click()
  const bin = page.getByRole('button', { name: 'Удалить карту' })
  const confirm = sheet(page).getByRole('button', { name: 'Удалить' })
  await bin.click()
  await confirm.click({ trial: true })
  const { y: confirmY = 0 } = (await confirm.boundingBox()) ?? {}
  await page.getByRole('button', { name: 'Оставить' }).click()

  await bin.evaluate((button, y) => scrollBy(0, button.getBoundingClientRect().y - y), confirmY)
  const { x = 0, y = 0 } = (await bin.boundingBox()) ?? {}
  const press = () => page.mouse.click(x + 8, y + 8)
  const end = await makeDoublePressesLong(page)
  await press()
  await expect(confirm).toBeInViewport()
  await press()
  await end()
  await page.getByRole('button', { name: 'Оставить' }).click()
  await expect(sheet(page)).toHaveCount(0)
  await expect(bin).toBeVisible()
})

// spec: 2.34
test('code that does not load is reported in its place, and a retry opens it', { tag: '@mfe-settings' }, async ({
  page,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/ERR_FAILED|ChunkLoadError|Loading chunk/)
  // Prevents loading ahead.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await page.reload()
  await expect(page.getByRole('button', { name: /Чаевые/ }).last()).toBeVisible()
  // The page requests a file once more, as `96.js?attempt=2`.
  const scripts = /\.js(\?|$)/
  await page.route(scripts, (route) => route.abort())
  const period = page.getByRole('button', { name: 'Период' })
  await period.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/Не удалось открыть/)
  await expect(sheet(page)).toHaveCount(0)

  await page.unroute(scripts)
  await period.click()
  await expect(sheet(page)).toBeVisible()
  await expect(page.getByRole('main').getByText(/Не удалось открыть/)).toHaveCount(0)
})
