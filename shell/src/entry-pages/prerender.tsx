import { renderToString } from 'react-dom/server'
import { routes } from '../../manifest.ts'
import { EntryApp } from './entry-app.tsx'
import { prerenderAt } from './location.ts'
import { loadPage } from './pages.ts'

/** The HTML of each page by its path, for the build (platform/bundler/entry-pages.ts). It is the same for every user. */
export async function prerender(): Promise<Record<string, string>> {
  const pages: Record<string, string> = {}
  for (const { path } of routes) {
    await loadPage(path)
    // A part of the address is in no HTML.
    prerenderAt(path.replace(/:\w+/g, '-'))
    pages[path] = renderToString(<EntryApp />)
  }
  return pages
}
