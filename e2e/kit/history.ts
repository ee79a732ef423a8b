import type { Page } from '@playwright/test'

/**
 * Makes each navigation wait until the page has left the history entries of closed overlays, which takes a moment. The
 * browser would abort an earlier navigation.
 */
export function waitForHistory(page: Page): void {
  const hasLeft = () => {
    const { overlays = 0 } = (history.state ?? {}) as { overlays?: number }
    // The last selector matches an overlay whose code still loads.
    const open = document.querySelectorAll('dialog[open],[role=dialog],[role=alertdialog],[data-opening]')
    return overlays <= open.length
  }
  for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const navigate = page[name].bind(page) as (...args: unknown[]) => Promise<null>
    page[name] = async (...args: unknown[]) => {
      await page.waitForFunction(hasLeft)
      return navigate(...args)
    }
  }
}
