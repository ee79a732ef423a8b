import type { Browser, BrowserContext } from '@playwright/test'
import { newSlowPage, newVisitor, recordTexts, seenAt, type Visitor } from '../federation/visit.ts'

/** The pages that are measured, each of which begins with an amount. */
export const pagePaths = ['/', '/billing', '/out'] as const

export type PagePath = (typeof pagePaths)[number]

/** Milliseconds from the start of the navigation. */
export type Seen = {
  /** Until the HTML is received. */
  html: number
  /** Until the text is painted. */
  visible: number
  /** The largest contentful paint. */
  lcp: number
  /** Until the code of the page has taken it over. */
  live: number
}

const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' } as const
/** Nothing is evaluated in the page meanwhile: the first time loads a script that takes 30 ms of such a phone. */
const UNDISTURBED_MS = 3_500
/** A larger paint comes soon after the page is live, or never. */
const LAST_PAINT_MS = 500

/**
 * Opens a page with an empty cache, signed in. `isRendered` is true when the HTML has session data instead of the
 * frame.
 */
export async function visitSignedIn(browser: Browser, url: URL, visitor: Visitor, text: string) {
  const context = await newVisitor(browser, url.origin, visitor, phone)
  return await visit(context, url, text)
}

/** Opens a page with an empty cache, without a session. */
export async function visitSignedOut(browser: Browser, url: URL, text: string): Promise<Seen> {
  return (await visit(await browser.newContext(phone), url, text)).seen
}

async function visit(context: BrowserContext, url: URL, text: string): Promise<{ seen: Seen; isRendered: boolean }> {
  const { page } = await newSlowPage(context)
  await page.addInitScript(recordTexts, [text])
  await page.addInitScript(recordPaintAndCode, text)
  await page.goto(url.href, { waitUntil: 'commit' })
  await page.waitForTimeout(UNDISTURBED_MS)
  const visible = await seenAt(page, text)
  const live = await page.waitForFunction(() => (window as unknown as Watched).liveAt, undefined, { timeout: 60_000 })
  await page.waitForTimeout(LAST_PAINT_MS)
  const { isRendered, html, lcp } = await page.evaluate(() => ({
    isRendered: document.getElementById('rendered') !== null,
    html: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseEnd,
    lcp: (window as unknown as Watched).largestPaintAt,
  }))
  const seen = { html, visible, lcp, live: Number(await live.jsonValue()) }
  await context.close()
  return { seen, isRendered }
}

type Watched = { seen: Record<string, number>; liveAt?: number; largestPaintAt: number }

/**
 * Runs in the page. What React renders in the browser is live when it is there; a rendered page is when the code no
 * longer holds what is tapped (platform/server/inline/held-input.ts).
 */
function recordPaintAndCode(text: string): void {
  const watched = window as unknown as Watched
  watched.largestPaintAt = 0
  new PerformanceObserver((list) => {
    watched.largestPaintAt = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const check = () => {
    if (watched.seen[text] && !window.portal.heldInput) watched.liveAt = performance.now()
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}
