import type { Browser, Page } from '@playwright/test'
import { addCard, hire, type Waiter } from '../../../e2e/fixtures/people.ts'
import type { DrillPortal } from '../../drills/portal.ts'
import { signIn } from '../../drills/shift.ts'
import type { Interaction } from './interactions.ts'
import { type Measured, measure, recordInteractions } from './measure.ts'

const cpuSlowdown = 4
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
/** A user has read the page by then, and what it may need has loaded. */
const idleMs = 4_000

type Portal = Pick<DrillPortal, 'origin' | 'database'>
type Opened = { page: Page; waiter: Waiter }

/** Interacts as soon as the content of the page is there. */
export async function visitAtOnce(browser: Browser, portal: Portal, one: Interaction): Promise<Measured> {
  const { page, waiter } = await openPage(browser, portal, one)
  await one.prepare?.(page, waiter)
  const measured = await measure(page, one)
  await page.context().close()
  return measured
}

/** Interacts when the page is idle, and once more where that can be undone. */
export async function visitWhenIdle(browser: Browser, portal: Portal, one: Interaction): Promise<Measured[]> {
  const { page, waiter } = await openPage(browser, portal, one)
  await page.waitForTimeout(idleMs)
  await one.prepare?.(page, waiter)
  const measured = [await measure(page, one)]
  if (one.undo) {
    await one.undo(page)
    measured.push(await measure(page, one))
  }
  await page.context().close()
  return measured
}

/**
 * Opens the page on a slow phone with an empty cache, as a user with two restaurants, tips of two months and a card.
 */
export async function openPage(
  browser: Browser,
  portal: Portal,
  { path, content }: Pick<Interaction, 'path' | 'content'>,
): Promise<Opened> {
  const { waiter, session } = await signIn(portal, await hire(portal.database, 'Мария Котова', [{}, {}]))
  await addCard(portal.database, waiter.id)
  const context = await browser.newContext({ ...phone, baseURL: portal.origin, serviceWorkers: 'block' })
  await context.addCookies([{ name: 'session', value: session, url: portal.origin, httpOnly: true }])
  const user = JSON.stringify({ id: waiter.id, name: waiter.name })
  await context.addInitScript((stored) => localStorage.setItem('chaevye:user', stored), user)
  const page = await context.newPage()
  await recordInteractions(page)
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(path)
  await page.getByText(content).first().waitFor()
  return { page, waiter }
}
