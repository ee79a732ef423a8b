import type { Page } from '@playwright/test'
import { goOffline, untilCached } from '../fixtures/offline-storage.ts'
import { expect } from '../fixtures.ts'
import { pageScript } from '../releases/patched-copy.ts'
import { showsSection, test } from '../releases/sections.ts'

test.use({ serviceWorkers: 'allow' })

const named = (name: string) => ({
  file: pageScript,
  to: (text: string) => text.replace('Последние чаевые', name),
})

/** Waits until the browser would start from this release without a network. */
async function untilReleaseCached(page: Page, version: string): Promise<void> {
  const startsFrom = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      if (registration.installing || registration.waiting) return 'a worker is being installed'
      const [newest = ''] = (await caches.keys()).slice(-1)
      return (await (await caches.open(newest)).match('/'))?.text()
    })
  await expect.poll(startsFrom).toContain(`/releases/mfe-tips/${version}/`)
  // The worker that this one replaces ends a moment later.
  await expect.poll(() => page.context().serviceWorkers().length).toBe(1)
}

test('a new release replaces the cached one, and is cached in turn @phone', async ({ context, portal }) => {
  const page = await context.newPage()
  await page.goto(`${portal.url}/`)
  await showsSection(page, 'mfe-tips')
  await untilCached(page)

  const { release } = await portal.release('mfe-tips', named('Недавние чаевые'))
  await page.goto(`${portal.url}/`)
  await expect(page.getByText('Недавние чаевые')).toBeVisible()
  await untilReleaseCached(page, release.version)

  await goOffline(context, page)
  await page.reload()
  await expect(page.getByText('Недавние чаевые')).toBeVisible()
  await expect(page.getByText(/Данные на/)).toBeVisible()
})
