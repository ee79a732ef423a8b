import type { Page } from '@playwright/test'
import { dayIn } from '@portal/contracts/calendar'
import { openFrames, openRendered, untilLive } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

const HOUR_MS = 3_600_000
const pages = ['/', '/?period=today', '/billing', '/out']

/** Returns what each page says. */
async function readPages(page: Page, open: (address: string) => Promise<void>): Promise<string[]> {
  const texts: string[] = []
  for (const address of pages) {
    await open(address)
    await expect(page.getByRole('main')).toContainText('₽')
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
    texts.push(await page.getByRole('main').innerText())
  }
  return texts
}

// spec: 2.26
test('days are the restaurant’s by the clock of any phone', { tag: ['@remotes', '@phone'] }, async ({
  page,
  newUser,
  bookTips,
  addCard,
  signInAs,
}) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 300, daysAgo: 30 }, { amount: 200, daysAgo: 1 }, { amount: 100 }])
  await addCard(user)
  await signInAs(user)
  const openAndWait = async (address: string) => {
    await openRendered(page, address)
    await untilLive(page)
  }
  await page.clock.install()
  const byRightClock = await readPages(page, openAndWait)

  for (const time of [0, Date.now() - 24 * HOUR_MS, Date.now() + 31 * 24 * HOUR_MS]) {
    await page.clock.setSystemTime(time)
    expect(await readPages(page, openAndWait), new Date(time).toISOString()).toEqual(byRightClock)
  }

  // The browser renders the page itself, and learns the time from the first response.
  await openFrames(page)
  await page.evaluate(() => localStorage.removeItem('chaevye:clock'))
  expect(await readPages(page, async (address) => void (await page.goto(address)))).toEqual(byRightClock)

  await page.goto('/billing')
  await page.getByRole('button', { name: 'Период' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Сегодня', exact: true }).click()
  const today = dayIn('Europe/Moscow', Date.now())
  await expect(page).toHaveURL(`/billing?from=${today}&to=${today}`)
  await expect(page.getByText('+100\u00A0₽')).toBeVisible()
  await expect(page.getByText('+200\u00A0₽')).toHaveCount(0)
})
