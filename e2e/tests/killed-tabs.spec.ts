import type { BrowserContext, Page } from '@playwright/test'
import { sections, showsSection, test } from '../releases/sections.ts'

// A browser may be killed at any moment, which says nothing about a release.

const { path } = sections['mfe-payouts']

async function crash(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  client.send('Page.crash').catch(() => {})
  await crashed
}

/** Opens the section in a new tab, at a time when the killed tab has not responded for long. */
async function opensLater(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const { now } = Date
    Date.now = () => now() + 20_000
  })
  await page.goto(url + path)
  await showsSection(page, 'mfe-payouts')
  await page.close()
}

// spec: 2.43
test('a section whose tab was killed while it was shown opens in the next one @phone', async ({ context, portal }) => {
  await portal.release('mfe-payouts', undefined, { hasPrevious: false })
  for (let times = 0; times < 3; times += 1) {
    const page = await context.newPage()
    await page.goto(portal.url + path)
    await showsSection(page, 'mfe-payouts')
    await crash(page)
    await opensLater(context, portal.url)
  }
})
