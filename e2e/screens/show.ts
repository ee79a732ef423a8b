import { expect, type Page, test } from '@playwright/test'
import { serveApi } from './api.ts'
import { everyday } from './data/everyday.ts'
import { anna } from './data/people.ts'
import { photo } from './data/profile.ts'
import type { Screen } from './screen.ts'
import { holdSteady } from './steady.ts'

/** Opens the screen and brings it to the state that it is about. */
export async function show(page: Page, screen: Screen): Promise<void> {
  const { name, address, person = anna, answers = [], prepare, timePasses = false, steps, shows } = screen
  await holdSteady(page, timePasses)
  await serveApi(page, [...everyday(person ?? anna), ...answers])
  await page.route('**/uploads/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: photo }))
  if (person) await signInAs(page, person.user)
  await prepare?.(page)
  await page.goto(address)
  await steps?.(page)
  const sign = shows instanceof Function ? shows(page) : page.getByText(shows).first()
  await expect(sign).toBeVisible()
  // Whatever held the place of something has given way to it.
  if (!name.endsWith('-loading')) await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    scrollTo(0, 0)
    return document.fonts.ready.then(() => {})
  })
}

/** As after a login: the server goes by the cookie, and the browser by what it keeps. */
async function signInAs(page: Page, { id, name }: { id: string; name: string }): Promise<void> {
  const url = test.info().project.use.baseURL ?? ''
  await page.context().addCookies([{ name: 'session', value: 'of-a-screen', url, httpOnly: true }])
  await page.addInitScript((user) => localStorage.setItem('chaevye:user', user), JSON.stringify({ id, name }))
}
