import type { Locator, Page } from '@playwright/test'

/** Signs in on the login page, which is open already. */
export async function signIn(page: Page, { phone, password }: { phone: string; password: string }): Promise<void> {
  await page.getByLabel('Телефон').fill(phone)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
}

/** Opens the menu on a phone; in a wide window it is always open. */
export async function openMenu(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'Открыть меню' }).click()
}

/** Returns the part of the page that other remotes fill: `findSlot(page, 'tips.actions')`. */
export function findSlot(page: Page, name: string): Locator {
  return page.locator(`[data-slot="${name}"]`)
}

/** Opens pages as the frame from now on: the browser requests their data, and a test can change the responses. */
export async function openFrames(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ 'portal-page': 'frame' })
}

/** Waits until the code of the page has taken over what the server rendered. */
export async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A page that goes to another address may be asked before its first script has run.
    const portal = Reflect.get(window, 'portal')
    return portal !== undefined && portal.heldInput === undefined
  })
}

/** Opens an address until the server renders the page; on a busy machine it may time out and send the frame. */
export async function openRendered(page: Page, address: string, waitUntil: 'load' | 'commit' = 'load'): Promise<void> {
  while (true) {
    await page.goto(address, { waitUntil })
    // The registry follows the data that the page is rendered with.
    await page.locator('#registry').waitFor({ state: 'attached' })
    if ((await page.locator('#rendered').count()) > 0) return
    // The frame would go on requesting data until the next page is there. This page has no scripts.
    await page.goto(new URL('/robots.txt', page.url()).href)
  }
}
