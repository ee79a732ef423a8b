import type { Page } from '@playwright/test'
import { narrowFont } from './fonts.ts'

type Frozen = {
  /** The time that the page shows. */
  now: string
  /** Timers of a second or more run. */
  hasLongTimers?: boolean
  /** Whether the portal serves the fonts of tests (fonts.ts). Intercepting them would disable the browser's cache. */
  hasServedFonts?: boolean
}

/**
 * Makes the page render the same pixels on every machine at any time: with one font instead of the system's, at a fixed
 * time, without animations. Call it before the page is opened.
 */
export async function freeze(
  page: Page,
  { now, hasLongTimers = false, hasServedFonts = false }: Frozen,
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.setFixedTime(now)
  const { path, ...response } = narrowFont
  if (!hasServedFonts) await page.route(`**${path}`, (route) => route.fulfill(response))
  // Without long timers a toast stays, and a countdown stands still.
  if (!hasLongTimers) await dropLongTimers(page)
  await page.addInitScript(() => {
    // The page's policy forbids inline styles and allows these two ways.
    document.fonts.add(new FontFace('Test', 'url(/test-font.woff2)', { weight: '100 900' }))
    const stylesheet = new CSSStyleSheet()
    stylesheet.replaceSync(':root { --font: Test; } * { text-rendering: geometricPrecision; }')
    document.adoptedStyleSheets.push(stylesheet)
  })
}

/** Makes timers of a second or more never run on the pages that are opened from now on. */
export async function dropLongTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms = 0, ...rest: []) =>
      ms < 1000 ? setTimeout(run, ms, ...rest) : 0) as typeof setTimeout
  })
}

/**
 * Waits until the page has reacted to a new size. At a fixed time `requestAnimationFrame` is a timer of Playwright,
 * which may run without a frame. Observers, media queries and events of the size need a real one.
 */
export async function waitForFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise(requestAnimationFrame)
      await new Promise<void>((resolve) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect()
          resolve()
        })
        observer.observe(document.documentElement)
      })
    }
  })
}
