import { savesData } from '../../app/prefetch/saves-data.ts'

/**
 * Prefetches the files of the home page, which the portal server has named in the HTML, when the user starts to fill in
 * a form. They are in the browser's cache by the time of signing in. Does nothing for users who save data.
 */
export function prefetchPortal(root: HTMLElement): void {
  if (savesData()) return
  const prefetch = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch-next]')) link.rel = 'prefetch'
  }
  root.addEventListener('input', prefetch, { once: true })
}
