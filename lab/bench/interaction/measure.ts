import type { Page } from '@playwright/test'
import type { Interaction, Result } from './interactions.ts'

/** Milliseconds from the input to the next paint, and to the paint that has the result. */
export type Measured = { paintMs: number; resultMs: number }

type Watch = { entries: PerformanceEventTiming[]; startedAt: number; shownAt: number; result: Result | null }
type Watching = { watch: Watch }

/** The shortest event that browsers report. */
const MIN_DURATION_MS = 16
/** An event is reported after its paint. */
const reportMs = 300

/** Makes the next page that is opened here record its interactions. */
export async function recordInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const watch: Watch = { entries: [], startedAt: 0, shownAt: 0, result: null }
    Object.assign(window, { watch })
    const observed = { type: 'event', durationThreshold, buffered: true } as PerformanceObserverInit
    new PerformanceObserver((list) => {
      watch.entries.push(...(list.getEntries() as PerformanceEventTiming[]))
    }).observe(observed)
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, ({ timeStamp }) => (watch.startedAt ||= timeStamp), { capture: true, passive: true })

    new MutationObserver(() => {
      const { selector, text = '' } = watch.result ?? {}
      if (watch.shownAt || !selector) return
      const isShown = [...document.querySelectorAll(selector)].some(
        (element) => element.getClientRects().length > 0 && element.textContent?.includes(text),
      )
      if (isShown) requestAnimationFrame(() => (watch.shownAt ||= performance.now()))
    }).observe(document, {
      ...{ childList: true, subtree: true, characterData: true },
      attributeFilter: ['open', 'data-next'],
    })
  }, MIN_DURATION_MS)
}

/** Taps or types, waits for the result, and returns the longest event of the interaction, as INP counts it. */
export async function measure(page: Page, { target, key, result }: Interaction): Promise<Measured> {
  await target(page).scrollIntoViewIfNeeded()
  const box = await target(page).boundingBox()
  if (!box) throw new Error('There is nothing to tap')
  if (key) await target(page).focus()
  // Events of the preparation are reported by then.
  await page.waitForTimeout(reportMs)
  await page.evaluate((result) => {
    Object.assign((window as unknown as Watching).watch, { entries: [], startedAt: 0, shownAt: 0, result })
  }, result)
  if (key) await page.keyboard.press(key)
  else await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForFunction(() => (window as unknown as Watching).watch.shownAt > 0)
  await page.waitForTimeout(reportMs)
  return page.evaluate((least) => {
    const { entries, startedAt, shownAt } = (window as unknown as Watching).watch
    const durations = entries.filter(({ interactionId }) => interactionId).map(({ duration }) => duration)
    return { paintMs: Math.max(least, ...durations), resultMs: shownAt - startedAt }
  }, MIN_DURATION_MS)
}
