import '@portal/shared/ui/tokens.css'
import '@portal/shared/ui/base.css'
import '@portal/shared/ui/forced-colors.css'
import { createBrowserRouter, RouterProvider } from '@portal/shared/router'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const router = createBrowserRouter([{ path: '/:widgetId?/:storyId?', Component: Gallery }])

// A failure that a widget catches is a story of its own, nothing for the console.
createRoot(document.getElementById('root') as HTMLElement, { onCaughtError() {} }).render(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
