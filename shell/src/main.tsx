// First: nothing is waited for that could be on its way.
import './remotes/preload-next.ts'
import './remotes/public-path.ts'
import '@portal/shared/ui/tokens.css'
import '@portal/shared/ui/base.css'
import '@portal/shared/ui/forced-colors.css'
import './layouts/app-frame.css'
import { onOverloadWait } from '@portal/shared/http/overload'
import { RouterProvider } from '@portal/shared/router'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queryClient } from './query-client.ts'
import { pageRegistry } from './remotes/registry.ts'
import { portalRouter } from './routing/router.tsx'
import { takeOver } from './session/handed-over.ts'
import { clearWithUser, watchSession } from './session/session-events.ts'

watchSession()
clearWithUser(queryClient)
takeOver()
onOverloadWait(async (seconds) => (await import('./overload-notice.ts')).announceOverload(seconds))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root: was it served by the portal server?')
// Not only to the console: telemetry receives it, and attributes it by the components.
const onCaughtError = (error: unknown, info: object) => reportError(Object.assign(Object(error), info))
createRoot(root, { onCaughtError }).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={portalRouter(pageRegistry())} />
  </QueryClientProvider>,
)
