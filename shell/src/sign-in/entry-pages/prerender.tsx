import { createServerRouter, RouterProvider } from '@portal/shared/router'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { routes } from '../../../manifest.ts'
import { entryRoutes, loadPage } from './entry-routes.tsx'

/** Returns the HTML of each page by its path, for the build (platform/bundler/entry-pages.ts). */
export async function prerender(): Promise<Record<string, string>> {
  const pages: Record<string, string> = {}
  for (const { path } of routes) {
    await loadPage(path)
    // Parameters of the address are not known during the build.
    const router = createServerRouter(entryRoutes, path.replace(/:\w+/g, '-'))
    pages[path] = renderToString(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
  }
  return pages
}
