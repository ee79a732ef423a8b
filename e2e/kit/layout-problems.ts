import type { Page } from '@playwright/test'
import { wideFonts } from './fonts.ts'
import { waitForFrames } from './freeze.ts'

/** How users with large text and small phones see a page, in a font wider than that of the snapshots (freeze.ts). */
const conditions = [
  { width: 360, rootFontPx: 32 },
  { width: 320, rootFontPx: 16 },
] as const

/**
 * Serves the wide font to the page. Call it before the page is opened, unless the portal serves the fonts of tests
 * (fonts.ts).
 */
export async function serveWideFont(page: Page): Promise<void> {
  for (const { path, ...response } of wideFonts) await page.route(`**${path}`, (route) => route.fulfill(response))
}

/**
 * Returns everything that overflows the window or its box, or is cut off, with text of 200 % and in a window of 320 px.
 * Leaves the page in the last of these conditions.
 */
export async function findLayoutProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  await loadWideFont(page)
  for (const { width, rootFontPx } of conditions) {
    await page.setViewportSize({ width, height: 780 })
    await page.evaluate(setText, rootFontPx)
    await waitForFrames(page)
    const found = await page.evaluate(findProblems, width)
    problems.push(...found.map((problem) => `${width} px, root font ${rootFontPx} px: ${problem}`))
  }
  return problems
}

/** Loads the wide font into the page if it lacks it. Call it before the page loses its network. */
export async function loadWideFont(page: Page): Promise<void> {
  await page.evaluate(async () => {
    if ([...document.fonts].some(({ family }) => family === 'Wide')) return
    const faces = [
      new FontFace('Wide', 'url(/wide-font-regular.ttf)', { weight: '100 500' }),
      new FontFace('Wide', 'url(/wide-font-bold.ttf)', { weight: '501 900' }),
    ]
    for (const face of faces) document.fonts.add(await face.load())
  })
}

function setText(rootFontPx: number): void {
  const stylesheet = new CSSStyleSheet()
  stylesheet.replaceSync(`:root { font-size: ${rootFontPx}px; --font: Wide; }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.slice(0, 1), stylesheet]
}

/**
 * Runs in the page. Text may be cut off where its row is a button or a link that opens the whole. `innerWidth` is no
 * limit: a phone zooms out of a page that is too wide until `innerWidth` is the width of the page.
 */
function findProblems(windowWidth: number): string[] {
  const problems = new Set<string>()
  const describe = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> “${(element.textContent ?? '').trim().slice(0, 40)}”`
  const page = document.documentElement
  if (page.scrollWidth > windowWidth) problems.add(`the page is ${page.scrollWidth} px wide`)

  const scrollsSideways = (element: Element | null): boolean =>
    element !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
      ? element.scrollWidth > element.clientWidth
      : scrollsSideways(element.parentElement))
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.visually-hidden, [inert], [aria-hidden="true"]')
  /** Returns the box that the text of an element is in; only the sides count of a box that scrolls. */
  const textBox = (element: Element): { left: number; right: number; top: number; bottom: number } => {
    const { overflowY, position } = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    if (['auto', 'scroll'].includes(overflowY)) {
      return { left: box.left, right: box.right, top: Number.NEGATIVE_INFINITY, bottom: Number.POSITIVE_INFINITY }
    }
    const isFrame =
      ['absolute', 'fixed'].includes(position) ||
      element.matches('button, a, label, li, td, th, p, section, dialog, header')
    return isFrame || !element.parentElement ? box : textBox(element.parentElement)
  }
  const cutBy = (element: Element): Element | null => {
    const parent = element.parentElement
    return parent && getComputedStyle(parent).overflowX === 'visible' ? cutBy(parent) : parent
  }
  const dialog = document.querySelector('[role=dialog], [role=alertdialog]')

  for (const element of (dialog ?? document.body).querySelectorAll('*')) {
    if (element.closest('svg') || !isShown(element)) continue
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    if (box.width < 2 || box.height < 2 || box.bottom < 0) continue
    if ((box.right > windowWidth + 1 || box.left < -1) && !scrollsSideways(element)) {
      problems.add(`${describe(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} px`)
    }
    const cutsX = ['hidden', 'clip'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1
    const cutsY = ['hidden', 'clip'].includes(style.overflowY) && element.scrollHeight > element.clientHeight + 1
    const opensWhole = element.closest('a, button')
    if ((cutsX || cutsY) && element.textContent?.trim() && !opensWhole) problems.add(`${describe(element)} is cut off`)
    const isField = element instanceof HTMLInputElement && element.inputMode !== ''
    if (isField && element.value && element.scrollWidth > element.clientWidth + 1) {
      problems.add(`the field ${element.name || element.id} with “${element.value}” is cut off`)
    }
    if (style.display === 'contents') continue
    // What is cut off is reported above.
    if (cutsX || cutsY || opensWhole?.contains(cutBy(element))) continue
    const limits = textBox(element)
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue
      const text = document.createRange()
      text.selectNodeContents(node)
      for (const line of text.getClientRects()) {
        const staysInside =
          line.right <= limits.right + 2 &&
          line.left >= limits.left - 2 &&
          line.bottom <= limits.bottom + 4 &&
          line.top >= limits.top - 4
        if (line.width >= 2 && !staysInside) problems.add(`${describe(element)} does not fit into its box`)
      }
    }
  }
  return [...problems]
}
