import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const font = readFileSync(fileURLToPath(import.meta.resolve('inter-ui/variable/InterVariable.woff2')))

/**
 * Makes the page render the same pixels on every machine at every hour: one font in place of the system's, one moment of
 * time (`now`), no animation. Call it before the page is opened. With `timePasses`, timers of a second or more run.
 */
export async function freeze(
  page: Page,
  { now, timePasses = false }: { now: string; timePasses?: boolean },
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.setFixedTime(now)
  await page.route('**/test-font.woff2', (route) => route.fulfill({ contentType: 'font/woff2', body: font }))
  // Without them a toast stays, and a countdown does not count.
  if (!timePasses) await dropLongTimers(page)
  await page.addInitScript(() => {
    // The page's policy forbids inline styles and allows these two ways.
    document.fonts.add(new FontFace('Test', 'url(/test-font.woff2)', { weight: '100 900' }))
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':root { --font: Test; } * { text-rendering: geometricPrecision; }')
    document.adoptedStyleSheets.push(sheet)
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
