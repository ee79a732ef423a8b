import '@portal/shared/ui/tokens.css'
import '@portal/shared/ui/base.css'
import '@portal/shared/ui/forced-colors.css'
import { RouterProvider } from '@portal/shared/router'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createPath } from 'react-router-dom'
import { createRouter } from '../router/create-router.ts'
import { fixedHistory, type PageHistory } from '../router/page-history.ts'
import { Gallery } from './gallery.tsx'

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const router = createRouter([{ path: '/:widgetId?/:storyId?', Component: Gallery }], storyHistory())

// A failure that a widget catches is a story of its own, nothing for the console.
createRoot(document.getElementById('root') as HTMLElement, { onCaughtError() {} }).render(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)

/** The address of a story is behind the `#`, so every server has it. */
function storyHistory(): PageHistory {
  const address = () => location.hash.slice(1).replace(/^\/?/, '/')
  return {
    get location() {
      return fixedHistory({ pathname: address() }).location
    },
    push: (to) => history.pushState(null, '', `#${createPath(to)}`),
    replace: (to) => history.replaceState(null, '', `#${createPath(to)}`),
    go: (by) => history.go(by),
    listen(listener) {
      addEventListener('popstate', listener)
      return () => removeEventListener('popstate', listener)
    },
  }
}
