import type { BrowserContext, Page } from '@playwright/test'
import { sections, showsSection, test } from '../releases/sections.ts'

// A browser may be killed at any moment, and what it has stored may be of any earlier version:
// neither says anything about a release.

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
  await portal.release('mfe-payouts', undefined, { previous: false })
  for (let times = 0; times < 3; times += 1) {
    const page = await context.newPage()
    await page.goto(portal.url + path)
    await showsSection(page, 'mfe-payouts')
    await crash(page)
    await opensLater(context, portal.url)
  }
})

/** What earlier versions of the portal stored about releases. */
function marks(release: string, now: number) {
  const times = (time: number) => JSON.stringify({ [release]: time })
  return {
    local: [
      { 'chaevye:responding': times(now - 9_000) },
      { 'chaevye:stopped-responding': times(now) },
      // Marks by a clock that ran ahead.
      { 'chaevye:responding': times(now + 86_400_000), 'chaevye:stopped-responding': times(now + 86_400_000) },
      { 'chaevye:responding': '[', 'chaevye:stopped-responding': 'null' },
    ],
    session: { 'chaevye:departures': JSON.stringify({ release, times: Array(9).fill(now) }) },
  }
}

test('no mark that an earlier version left in the browser keeps a section from its release @phone', async ({
  context,
  portal,
}) => {
  const { release } = await portal.release('mfe-payouts', undefined, { previous: false })
  const { local, session } = marks(`mfe-payouts ${release.version}`, Date.now())
  for (const stored of local) {
    const page = await context.newPage()
    await page.addInitScript(
      ([ofBrowser, ofTab]) => {
        Object.assign(localStorage, ofBrowser)
        Object.assign(sessionStorage, ofTab)
      },
      [stored, session] as const,
    )
    await page.goto(portal.url + path)
    await showsSection(page, 'mfe-payouts')
    await page.close()
  }
})
