import '../remotes/public-path.ts'
import '@portal/shared/ui/tokens.css'
import '@portal/shared/ui/base.css'
import '@portal/shared/ui/forced-colors.css'
import './held-input.css'
import { hydrateTyped } from '@portal/shared/forms/typed-early'
import { onOverloadWait } from '@portal/shared/http/overload'
import { useSession } from '@portal/shared/session/store'
import { hydrateRoot } from 'react-dom/client'
import { backPath } from '../routing/back-path.ts'
import { watchSession } from '../session/session-events.ts'
import { EntryApp } from './entry-app.tsx'
import { followLocation, navigate } from './location.ts'
import { loadPage } from './pages.ts'
import { prefetchPortal } from './prefetch-portal.ts'

watchSession((path) => navigate(path, { replace: true }))
onOverloadWait(async (seconds, error) => (await import('../overload-notice.ts')).announceOverload(seconds, error))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root: was it served by the portal server?')

const path = followLocation()
if (!path) navigate('/', { replace: true })
else if (path === '/login' && useSession.getState().user) {
  // The HTML is of the form, which a signed-in user is not shown.
  navigate(backPath(new URLSearchParams(location.search).get('back')), { replace: true })
} else await start(root, path)

async function start(root: HTMLElement, path: Parameters<typeof loadPage>[0]): Promise<void> {
  await loadPage(path)
  hydrateTyped(root, () => hydrateRoot(root, <EntryApp />))
  prefetchPortal(root)
}
