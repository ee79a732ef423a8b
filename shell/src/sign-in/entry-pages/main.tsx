import '../../remotes/public-path.ts'
import '@portal/shared/ui/tokens.css'
import '@portal/shared/ui/base.css'
import '@portal/shared/ui/forced-colors.css'
import './held-input.css'
import { onOverloadWait } from '@portal/shared/http/overload'
import { RouterProvider } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { isSavingData } from '../../app/prefetch/saves-data.ts'
import { queryClient } from '../../query-client.ts'
import { takeOverInput } from '../../remotes/hydration/kept-input.ts'
import { reportCaught, reportRecovered } from '../../remotes/sections/report-caught.ts'
import { backPath } from '../../session/back-path.ts'
import { clearWithUser, handleSessionEvents } from '../../session/session-events.ts'
import { forgetPushUser } from '../../updates/push/with-push.ts'
import type { EntryState } from '../entry-steps/entry-state.tsx'
import { createEntryRouter, ownPathAt } from './entry-router.ts'
import { loadPage } from './entry-routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root: was it served by the portal server?')

const path = ownPathAt(location.pathname)
if (path === '/login' && useSession.getState().user) {
  // The HTML contains the form, which is not for a signed-in user.
  location.replace(backPath(new URLSearchParams(location.search).get('back')))
} else void start(root)

async function start(root: HTMLElement): Promise<void> {
  forgetMessages()
  const router = createEntryRouter()
  handleSessionEvents((path) => router.navigator.replace(path), forgetPushUser)
  // The response for an invitation names the restaurants of the user who requested it.
  clearWithUser(queryClient)
  onOverloadWait(async (seconds, error) => (await import('../../overload-notice.ts')).announceOverload(seconds, error))
  if (path) await loadPage(path)

  const app = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  const options: RootOptions = { onCaughtError: reportCaught, onRecoverableError: reportRecovered }
  // A browser with a session gets no HTML, because its user is redirected.
  takeOverInput(root, () => (root.firstChild ? hydrateRoot(root, app, options) : createRoot(root, options).render(app)))
  prefetchPortal(root)
}

/** Keeps a reload from showing a message again, which would also move what the HTML already shows. */
function forgetMessages(): void {
  const { usr, ...entry } = (history.state ?? {}) as { usr?: EntryState | null }
  if (usr?.isPasswordChanged) history.replaceState({ ...entry, usr: { ...usr, isPasswordChanged: false } }, '')
}

/**
 * Prefetches the files of the home page, which the portal server has named in the HTML, when the user starts to fill in
 * a form. They are in the browser's cache by the time of signing in. Does nothing for users who save data.
 */
function prefetchPortal(root: HTMLElement): void {
  if (isSavingData()) return
  const prefetch = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch-next]')) link.rel = 'prefetch'
  }
  root.addEventListener('input', prefetch, { once: true })
}
