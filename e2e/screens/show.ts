import { expect, type Page, test } from '@playwright/test'
import { dropLongTimers } from '@portal/test-kit/freeze'
import { serveApi } from './api.ts'
import { commonResponses } from './data/common-responses.ts'
import { anna } from './data/people.ts'
import { photo } from './data/profile.ts'
import type { Screen } from './screen.ts'

/** Opens the screen on a page that is frozen, and brings it to its state. */
export async function show(page: Page, screen: Screen): Promise<void> {
  const { name, address, person = anna, responses = [], prepare, timePasses = false, steps, shows } = screen
  if (!timePasses) await dropLongTimers(page)
  await serveApi(page, [...commonResponses(person ?? anna), ...responses])
  await page.route('**/uploads/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: photo }))
  if (person) await signInAs(page, person.user)
  await prepare?.(page)
  await page.goto(address)
  await steps?.(page)
  const sign = shows instanceof Function ? shows(page) : page.getByText(shows).first()
  await expect(sign).toBeVisible()
  // No skeleton is left.
  if (!name.endsWith('-loading')) await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    scrollTo(0, 0)
    return document.fonts.ready.then(() => {})
  })
}

/** Sets what a login leaves: the cookie for the server, and the stored user for the page. */
async function signInAs(page: Page, { id, name }: { id: string; name: string }): Promise<void> {
  const url = test.info().project.use.baseURL ?? ''
  await page.context().addCookies([{ name: 'session', value: 'of-a-screen', url, httpOnly: true }])
  await page.addInitScript((user) => localStorage.setItem('chaevye:user', user), JSON.stringify({ id, name }))
}
