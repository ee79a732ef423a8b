import type { Browser, BrowserContext, Page } from 'playwright'
import { openSession } from '../../fixtures/people.ts'
import type { DrillPortal } from '../portal.ts'

/** What a user met who opened a section of a hostile release. */
export type Met = {
  /** What the place of the section shows some seconds later. */
  shows: 'its page' | 'the release before' | 'a notice' | 'nothing'
  /** A link of the menu could be clicked. */
  menu: boolean
  /** The sections of two other remotes were shown. */
  next: boolean
  /** The same, after the user has reloaded the page or closed a tab that did not respond; undefined where neither was necessary. */
  afterReload?: boolean
}

/** After this time most releases have had their effect. */
const SETTLE_SECONDS = 6
const CLICK_TIMEOUT_MS = 5_000
const SHOW_TIMEOUT_MS = 8_000

const path = '/out'
const heading = 'Сумма'
const others = [
  { link: 'Чаевые', shows: 'Доступно к выводу' },
  { link: 'Настройки', shows: 'Способы вывода' },
] as const

type Visitor = { id: string; name: string; portal: DrillPortal; url: string }

export async function visit(
  browser: Browser,
  visitor: Visitor,
  { before, seconds = SETTLE_SECONDS }: { before: string; seconds?: number | undefined },
): Promise<Met> {
  const context = await signedIn(browser, visitor)
  try {
    const page = await open(context, visitor.url + path)
    await settle(seconds * 1_000)
    await quickly(page.getByRole('main').click({ position: { x: 5, y: 5 }, timeout: 1_000 }), 2_000)
    await settle(500)
    const shows = (await quickly(shownIn(page, before), 3_000)) ?? 'nothing'
    const result = await othersAreShown(page)
    if (result.next) {
      await leave(page, visitor.url)
      return { shows, ...result }
    }
    const reopened = await reopen(context, page, visitor.url + path)
    await settle(seconds * 1_000)
    const afterReload = (await othersAreShown(reopened)).next
    await leave(reopened, visitor.url)
    return { shows, ...result, afterReload }
  } finally {
    await quickly(context.close(), 10_000)
  }
}

async function signedIn(browser: Browser, { id, name, portal, url }: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name: 'session', value: await openSession(portal.database, id), url, httpOnly: true }])
  await context.addInitScript((user) => localStorage.setItem('chaevye:user', user), JSON.stringify({ id, name }))
  context.on('dialog', (dialog) => quickly(dialog.dismiss(), 1_000))
  return context
}

async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await quickly(page.goto(address, { waitUntil: 'commit' }), 15_000)
  return page
}

/** A page that responds is reloaded, as the user would do; a tab that does not is closed and opened again. */
async function reopen(context: BrowserContext, page: Page, address: string): Promise<Page> {
  if (await quickly(page.evaluate('1'), 3_000)) {
    await quickly(page.goto(address, { waitUntil: 'commit' }), 15_000)
    return page
  }
  await settle(3_000)
  await quickly(page.close(), 5_000)
  return open(context, address)
}

/** The browser sends what telemetry has collected. */
async function leave(page: Page, url: string): Promise<void> {
  await quickly(page.goto(`${url}/robots.txt`), 5_000)
  await settle(300)
}

async function shownIn(page: Page, before: string): Promise<Met['shows']> {
  const main = page.getByRole('main')
  if (await main.getByText(/Раздел (временно недоступен|загружается дольше обычного)/).isVisible()) return 'a notice'
  if (!(await main.getByText(heading).first().isVisible())) return 'nothing'
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return files.some((file) => file.includes(`/mfe-payouts/${before}/`)) ? 'the release before' : 'its page'
}

async function othersAreShown(page: Page): Promise<Pick<Met, 'menu' | 'next'>> {
  let menu = false
  for (const { link, shows } of others) {
    const clicked = page
      .getByRole('navigation', { name: 'Меню' })
      .getByRole('link', { name: link, exact: true })
      .click({ timeout: CLICK_TIMEOUT_MS })
      .then(() => true)
    if (!(await quickly(clicked, 2 * CLICK_TIMEOUT_MS))) return { menu, next: false }
    menu = true
    const shown = page.getByRole('main').getByText(shows).first()
    const visible = shown.waitFor({ timeout: SHOW_TIMEOUT_MS }).then(() => true)
    if (!(await quickly(visible, 2 * SHOW_TIMEOUT_MS))) return { menu, next: false }
  }
  return { menu, next: true }
}

const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Undefined where it fails or takes longer: a hostile page may respond to nothing. */
async function quickly<T>(action: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  try {
    return await Promise.race([action.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
