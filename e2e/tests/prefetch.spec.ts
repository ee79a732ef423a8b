import type { Page } from '@playwright/test'
import { untilLive } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

/** Collects the files of the remote that this page requests. */
function recordRequests(page: Page, remote: string): string[] {
  const files: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`/releases/${remote}/`)) files.push(request.url())
  })
  return files
}

/** Resolves when the code has run that the page loads ahead, and nothing is left to do. */
async function prefetch(page: Page, show: () => Promise<void>): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const run = new Set<string>()
  client.on('Debugger.scriptParsed', ({ url }) => run.add(url))
  await client.send('Debugger.enable')
  const arrived = new Set<string>()
  page.on('requestfinished', (request) => arrived.add(request.url()))
  const files = recordRequests(page, 'mfe-settings')
  // Repeats until the code that listens has loaded.
  await expect(async () => {
    await show()
    expect(files.length).toBeGreaterThan(1)
  }).toPass()
  await expect.poll(() => files.filter((file) => !(file.endsWith('.js') ? run : arrived).has(file))).toEqual([])
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await client.detach()
}

test.beforeEach(async ({ page, newUser, bookTips, signInAs }) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 300 }])
  await signInAs(user)
  await page.goto('/')
  await expect(page.getByText('Доступно к выводу')).toBeVisible()
})

test('a pointer on a link prefetches the code of its page, which is then shown without a skeleton', async ({
  page,
}) => {
  const files = recordRequests(page, 'mfe-settings')
  await prefetch(page, () => page.mouse.move(0, 0).then(() => menuLink(page).hover()))
  const before = files.length
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('#content [aria-busy=true]')) return
      // Otherwise the observer would see its own change.
      seen.disconnect()
      document.documentElement.dataset.busy = ''
    })
    seen.observe(document, { childList: true, subtree: true, attributes: true })
  })
  await menuLink(page).click()
  await expect(page.getByText('Активные сеансы')).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-busy')
  expect(files).toHaveLength(before)
})

test('code and data are shown as soon as they are there, however short their skeletons were shown', async ({
  context,
  page: opened,
}) => {
  // A page of the portal locks the clock, which is then replaced in all pages.
  await opened.close()
  const page = await context.newPage()
  const code = Promise.withResolvers<void>()
  await page.route('**/releases/mfe-settings/**', async (route) => {
    await code.promise
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByText('Доступно к выводу')).toBeVisible()
  await untilLive(page)
  // Stops everything that waits for a time.
  await page.clock.pauseAt(Date.now() + 60_000)
  await menuLink(page).click()
  await expect(page.locator('#content [aria-busy=true]')).toBeVisible()
  code.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible()

  const data = Promise.withResolvers<void>()
  await page.route('**/api/v1/user/sessions', async (route) => {
    await data.promise
    await route.continue()
  })
  const requested = page.waitForRequest('**/api/v1/user/sessions')
  await page.getByRole('link', { name: 'Активные сеансы' }).click()
  await requested
  // The skeleton of the section is replaced by the skeleton of the list.
  await expect(page.locator('#content [aria-busy=true]')).toHaveCount(0)
  await expect(page.locator('#content [data-skeleton]').first()).toBeVisible()
  data.resolve()
  await expect(page.getByText('Этот сеанс')).toBeVisible()
})

function menuLink(page: Page) {
  return page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name: 'Настройки' })
}
