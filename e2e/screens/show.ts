import { expect, type Page } from '@playwright/test'
import { anna } from '@portal/platform/dev/examples/users'
import { dropLongTimers } from '@portal/test-kit/freeze'
import type { ScreensPortal } from './portal.ts'
import type { Screen } from './screen.ts'

/** Opens the screen on a page of the portal that is frozen, and brings it to its state. */
export async function show(page: Page, portal: ScreensPortal, screen: Screen): Promise<void> {
  const { name, address, user = anna, prepare, hasLongTimers = false, steps, shows } = screen
  if (!hasLongTimers) await dropLongTimers(page)
  portal.respondAs(screen)
  if (user) await signInAs(page, portal.origin, screen.name, user.account)
  await prepare?.(page)
  await page.goto(portal.origin + address)
  await steps?.(page)
  const sign = shows instanceof Function ? shows(page) : page.getByText(shows).first()
  await expect(sign).toBeVisible()
  // Waits until no skeleton is left.
  if (!name.endsWith('-loading')) await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    scrollTo(0, 0)
    return document.fonts.ready.then(() => {})
  })
}

/** Sets what a login leaves: the cookie for the server, and the stored user for the page. */
async function signInAs(
  page: Page,
  url: string,
  session: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await page.context().addCookies([{ name: 'session', value: session, url, httpOnly: true }])
  await page.addInitScript((user) => localStorage.setItem('chaevye:user', user), JSON.stringify({ id, name }))
}
