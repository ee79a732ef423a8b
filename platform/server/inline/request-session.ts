// Runs in a page without data of a session, after early-script.ts. The data load in parallel with the scripts, not after them.
import type {} from '@portal/shared/page-protocol'

const bootstrap = fetch('/api/v1/session/bootstrap', {
  headers: { 'X-Requested-With': 'portal' },
  signal: AbortSignal.timeout(20_000),
})
bootstrap.catch(() => {})
window.portal.bootstrap = bootstrap
