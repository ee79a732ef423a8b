/**
 * Requests the files of the home page, which the portal server has named in the HTML, when the user starts to fill in a form: by the time
 * of signing in they are in the browser's cache. Nothing for users who save data.
 */
export function prefetchPortal(root: HTMLElement): void {
  // Not in TypeScript's library, nor in every browser.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const prefetch = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch-next]')) link.rel = 'prefetch'
  }
  root.addEventListener('input', prefetch, { once: true })
}
