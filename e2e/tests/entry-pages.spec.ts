import type { Page } from '@playwright/test'
// Declares what the portal adds to the window.
import type {} from '@portal/shared/page-protocol'
import { recordLayoutShifts } from '../fixtures/layout-shifts.ts'
import { password } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

// The pages before sign-in, which are rendered in the build, and have code of their own.

/** The JavaScript of an entry page, in bytes of brotli. Two thirds are libraries of the pages behind sign-in. */
const JAVASCRIPT_BYTES = 146_000

/** Holds the code of the page back until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/releases/shell/*/entry-pages*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const isLive = (page: Page) => expect.poll(() => page.evaluate(() => window.portal.heldInput === undefined)).toBe(true)

const addresses = ['/login', '/password/recovery', '/i/DEMO-BEREZKA']

for (const address of addresses) {
  test(`${address} is in the HTML, and its code stays within its budget and moves nothing @phone`, async ({ page }) => {
    let bytes = 0
    const names: string[] = []
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script' || response.url().endsWith('/telemetry.js')) return
      names.push(response.url())
      bytes += (await response.request().sizes()).responseBodySize
    })
    const arrives = await holdCode(page)
    const { shifts } = await recordLayoutShifts(page)
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const violations: string[] = []
    page.on('console', (message) => violations.push(message.text()))
    arrives()
    await isLive(page)
    await page.waitForLoadState('networkidle')
    expect(await shifts()).toEqual([])
    expect(violations).toEqual([])
    test.info().annotations.push({ type: 'measured', description: `${address}: ${bytes} bytes` })
    expect(names).not.toEqual([])
    expect(bytes, names.join('\n')).toBeLessThanOrEqual(JAVASCRIPT_BYTES)
  })
}

// spec: 2.44
test('what is typed and sent before the code is there signs in, and is in no address @phone', async ({
  page,
  newUser,
}) => {
  const user = await newUser()
  const arrives = await holdCode(page)
  await page.goto('/login?back=%2Fbilling', { waitUntil: 'commit' })
  await page.getByLabel('Телефон').fill(user.phone)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByLabel('Запомнить меня').check()
  await page.getByLabel('Пароль', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/login\?back=%2Fbilling$/)
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/v1/login'))
  arrives()
  expect((await sent).postDataJSON()).toEqual({
    phoneNumber: user.phone,
    password,
    _remember_me: true,
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Операции' })).toBeVisible()
  await expect(page).toHaveURL(/\/billing$/)
})
