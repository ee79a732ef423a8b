import type { Page } from '@playwright/test'

/**
 * Lets a navigation begin when the page has left the history's entries of overlays that are closed, as it does a moment later: the
 * browser aborts a navigation meanwhile.
 */
export function waitForHistory(page: Page): void {
  const hasLeft = () => {
    const { overlays = 0 } = (history.state ?? {}) as { overlays?: number }
    // The last is of an overlay whose code still loads.
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
