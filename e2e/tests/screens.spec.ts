// spec: 2.35, 2.36

import { expectScreen } from '@portal/test-kit/screens'
import { test } from '../fixtures/shared-page.ts'
import { expect } from '../fixtures.ts'
import { packagesByRoute } from '../screens/routes.ts'
import { show } from '../screens/show.ts'
import { screens } from '../screens/table.ts'

const packages = await packagesByRoute()

for (const screen of screens) {
  // Every screen is taken on a phone in both themes; those that differ in a wide window are taken there too.
  const tag = [`@${packages.get(screen.route) ?? 'shell'}`, ...(screen.wide.length === 0 ? ['@phone'] : [])]
  test(screen.name, { tag }, async ({ page, portal, isMobile, allowedConsole }) => {
    // Stubbed error responses, and Playwright's message about the blocked service worker.
    allowedConsole.patterns.push(/Failed to load|preload|ApiError|RemoteError|Service Worker/)
    await show(page, portal, screen)
    const { wide: widths, hasForcedColors = false, isPrinted = false } = screen
    await expectScreen(page, screen.name, { isMobile, widths, hasForcedColors, isPrinted })
  })
}

test('each route of the manifests has a screen', { tag: '@phone' }, async () => {
  const pictured = screens.filter(({ name }) => name.endsWith('-loaded')).map(({ route }) => route)
  expect(pictured).toEqual(expect.arrayContaining([...packages.keys()]))
})
