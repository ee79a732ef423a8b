// This comes first, so that the files of the page are requested as early as possible.
import './remotes/preload-next.ts'
import './remotes/public-path.ts'
import '@portal/shared/ui/tokens.css'
import '@portal/shared/ui/base.css'
import '@portal/shared/ui/forced-colors.css'
import './app/layouts/app-frame.css'
import type { SessionBootstrap } from '@portal/contracts/session'
import { hasDraft } from '@portal/shared/browser-storage'
import { onOverloadWait } from '@portal/shared/http/overload'
import { RouterProvider } from '@portal/shared/router'
import { flagsGiven } from '@portal/shared/session/flags'
import { signedIn } from '@portal/shared/session/state/events'
import { QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { createPortalRouter } from './app/routing/router.tsx'
import { queryClient } from './query-client.ts'
import { takeOverInput } from './remotes/hydration/kept-input.ts'
import { renderedWith, startWith } from './remotes/hydration/start-with.ts'
import { pageRegistry } from './remotes/registry.ts'
import { preparePage, remoteRouteAt } from './remotes/sections/remote-page.tsx'
import { reportCaught, reportRecovered } from './remotes/sections/report-caught.ts'
import { takeOver } from './session/handed-over.ts'
import { restoreSessionBy } from './session/load-session.ts'
import { clearWithUser, handleSessionEvents } from './session/session-events.ts'
import { lateOwnRoutes } from './sign-in/own-pages.ts'
import { restoreLater } from './updates/offline/restore-later.ts'
import { forgetPushUser } from './updates/push/with-push.ts'

flagsGiven(pageRegistry())
const router = createPortalRouter(pageRegistry(), lateOwnRoutes())
restoreSessionBy(restoreLater)
handleSessionEvents((path) => router.navigator.replace(path), forgetPushUser)
clearWithUser(queryClient)
const rendered = renderedWith()
if (rendered) {
  startWith(queryClient, rendered)
  signedIn((rendered.session as SessionBootstrap).user)
}
takeOver()
onOverloadWait(async (seconds, error) => (await import('./overload-notice.ts')).announceOverload(seconds, error))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root: was it served by the portal server?')
const app = (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>
)
const options: RootOptions = { onCaughtError: reportCaught, onRecoverableError: reportRecovered }
// Not awaited: modules that wait at their top level cost 0.4 kB of webpack's runtime.
if (rendered) void hydrate(root)
else createRoot(root, options).render(app)

async function hydrate(root: HTMLElement): Promise<void> {
  const route = remoteRouteAt(location.pathname)
  if (route) await preparePage(route.remote, route.path)
  const hasOtherContent = route?.drafts && hasDraft()
  const render = hasOtherContent
    ? () => flushSync(() => createRoot(root, options).render(app))
    : () => hydrateRoot(root, app, options)
  takeOverInput(root, render)
}
