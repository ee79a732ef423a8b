import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { waitForFrames } from './freeze.ts'
import { findLayoutProblems } from './layout-problems.ts'
import { findTouchProblems } from './touch-problems.ts'

type Pictures = {
  /** Takes pictures in the width of a phone; otherwise in each of `widths`. */
  isMobile: boolean
  widths?: readonly number[]
  /** Takes pictures in forced colours too. */
  hasForcedColors?: boolean
  /** Only the printed page. */
  isPrinted?: boolean
}

/**
 * Compares a page with its snapshots, on a phone in both themes, and checks its accessibility, the size of touch
 * targets, and the layout with large text. Call `freeze` and `serveWideFont` before the page is opened.
 */
export async function expectScreen(
  page: Page,
  name: string,
  { isMobile, widths = [1280], hasForcedColors = false, isPrinted = false }: Pictures,
): Promise<void> {
  if (isPrinted) {
    await page.emulateMedia({ media: 'print' })
    await fitWindow(page)
    return expectPicture(page, 'print', name)
  }
  if (!isMobile) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await fitWindow(page)
      await expectPicture(page, String(width), name)
      await expectNoViolations(page, {})
    }
    return
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await fitWindow(page, { isFitted: colorScheme === 'dark' })
    await expectPicture(page, `360-${colorScheme}`, name)
    await expectNoViolations(page, colorScheme === 'light' ? {} : rulesForColours)
  }
  expect.soft(await findTouchProblems(page)).toEqual([])
  if (hasForcedColors) {
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active', reducedMotion: 'reduce' })
    await page.evaluate(stopCursor)
    await fitWindow(page)
    await expectPicture(page, '360-forced-colors', name)
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
  }
  expect(await findLayoutProblems(page)).toEqual([])
}

/** Playwright hides the blinking cursor of a field by its colour, which forced colours replace. */
function stopCursor(): void {
  const stylesheet = new CSSStyleSheet()
  stylesheet.replaceSync('* { caret-animation: manual }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, stylesheet]
}

/** The rules that a change of the theme can break. */
export const rulesForColours = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Waits until the height settles, because components that depend on the window's width render after it has changed. */
async function settledHeight(page: Page, known: number): Promise<number> {
  let height = known
  const isSettled = async () => {
    const before = height
    await waitForFrames(page)
    height = await page.evaluate(() => document.documentElement.scrollHeight)
    return height === before
  }
  await expect.poll(isSettled).toBe(true)
  return height
}

/**
 * Makes the window as high as the page, unless a dialog covers the page. `isFitted`: the height fits already, unless
 * the page has grown.
 */
async function fitWindow(page: Page, { isFitted = false } = {}): Promise<void> {
  const size = page.viewportSize()
  if (size && (await page.getByRole('dialog').count()) === 0) {
    const height = await settledHeight(page, isFitted ? size.height : 0)
    if (height !== size.height) await page.setViewportSize({ ...size, height })
  }
}

async function expectPicture(page: Page, folder: string, name: string): Promise<void> {
  await expect.soft(page).toHaveScreenshot([folder, `${name}.png`])
}
