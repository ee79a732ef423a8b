import type { Page } from '@playwright/test'

/**
 * Lets a navigation begin when the page has left the history's entries of overlays that are closed, as it does a moment later: the
 * browser aborts a navigation meanwhile.
 */
export function waitForHistory(page: Page): void {
  const hasLeft = () => {
    const { overlays = 0 } = (history.state ?? {}) as { overlays?: number }
    return overlays <= document.querySelectorAll('dialog[open],[role=dialog],[role=alertdialog]').length
  }
  for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const navigate = page[name].bind(page) as (...args: unknown[]) => Promise<null>
    page[name] = async (...args: unknown[]) => {
      // An overlay of another kind stays open.
      await page.waitForFunction(hasLeft, undefined, { timeout: 1_000 }).catch(() => {})
      return navigate(...args)
    }
  }
}
