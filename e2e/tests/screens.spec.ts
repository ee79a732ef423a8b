// spec: 2.35, 2.36

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { findLayoutProblems, serveWideFont } from '../screens/layout-problems.ts'
import { routesOfManifests } from '../screens/routes.ts'
import { show } from '../screens/show.ts'
import { screens } from '../screens/table.ts'
import { findTouchProblems } from '../screens/touch-problems.ts'

// A service worker would respond instead of the stubbed API.
test.use({ serviceWorkers: 'block' })

for (const screen of screens) {
  // Every screen is taken on a phone in both themes; those that differ in a wide window are taken there too.
  test(screen.name, { tag: screen.wide.length === 0 ? '@phone' : [] }, async ({
    page,
    isMobile,
    allowedConsole,
    expectAccessible,
    expectReadable,
  }) => {
    // Stubbed error responses, and Playwright's message about the blocked service worker.
    allowedConsole.patterns.push(/Failed to load|preload|ApiError|RemoteError|Service Worker/)
    await serveWideFont(page)
    await show(page, screen)
    if (screen.printed) {
      await page.emulateMedia({ media: 'print' })
      await expectPicture(page, 'print', screen.name)
    } else if (isMobile) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectPicture(page, `360-${colorScheme}`, screen.name)
        await (colorScheme === 'light' ? expectAccessible(page) : expectReadable(page))
      }
      expect.soft(await findTouchProblems(page)).toEqual([])
      if (screen.forcedColors) {
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active', reducedMotion: 'reduce' })
        await expectPicture(page, '360-forced-colors', screen.name)
        await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
      }
      expect(await findLayoutProblems(page)).toEqual([])
    } else {
      for (const width of screen.wide) {
        await page.setViewportSize({ width, height: 800 })
        await expectPicture(page, String(width), screen.name)
        await expectAccessible(page)
      }
    }
  })
}

test('each route of the manifests has a screen', { tag: '@phone' }, async () => {
  const pictured = screens.filter(({ name }) => name.endsWith('-loaded')).map(({ route }) => route)
  expect(pictured).toEqual(expect.arrayContaining(await routesOfManifests()))
})

/** Components that differ by the width of the window render after it has changed. */
async function settledHeight(page: Page): Promise<number> {
  let height = 0
  const isSettled = async () => {
    const before = height
    height = await page.evaluate(() => document.documentElement.scrollHeight)
    return height === before
  }
  await expect.poll(isSettled).toBe(true)
  return height
}

/** Takes the whole page in a window of its height; of a dialog it takes what is in the window. */
async function expectPicture(page: Page, folder: string, name: string) {
  const size = page.viewportSize()
  if (size && (await page.getByRole('dialog').count()) === 0) {
    await page.setViewportSize({ ...size, height: await settledHeight(page) })
  }
  await expect.soft(page).toHaveScreenshot([folder, `${name}.png`])
}
