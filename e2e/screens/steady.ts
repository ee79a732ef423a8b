import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { now } from './data/now.ts'

const font = readFileSync(fileURLToPath(import.meta.resolve('inter-ui/variable/InterVariable.woff2')))

/**
 * The same pixels on every machine and at every hour: one font in place of the system's, one moment of time, no motion.
 * Before the page is opened. `timePasses`: what comes by itself after a second comes.
 */
export async function holdSteady(page: Page, timePasses: boolean): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.setFixedTime(now)
  await page.route('**/steady-font.woff2', (route) => route.fulfill({ contentType: 'font/woff2', body: font }))
  // A toast stays, a countdown does not count.
  if (!timePasses) await page.addInitScript(dropLongTimers)
  await page.addInitScript(() => {
    // The page's policy allows no style that is written into it, and these two ways.
    document.fonts.add(new FontFace('Steady', 'url(/steady-font.woff2)', { weight: '100 900' }))
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':root { --font: Steady; } * { text-rendering: geometricPrecision; }')
    document.adoptedStyleSheets.push(sheet)
  })
}

function dropLongTimers() {
  const { setTimeout } = window
  window.setTimeout = ((run: () => void, ms = 0, ...rest: []) =>
    ms < 1000 ? setTimeout(run, ms, ...rest) : 0) as typeof setTimeout
}
