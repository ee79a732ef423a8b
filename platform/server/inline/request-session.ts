// Runs in a page without session data, after early-script.ts, so that the data load in parallel with the scripts.
import type {} from '@portal/shared/page-protocol'

const bootstrap = fetch('/api/v1/session/bootstrap', {
  headers: { 'X-Requested-With': 'portal' },
  signal: AbortSignal.timeout(20_000),
})
bootstrap.catch(() => {})
window.portal.bootstrap = bootstrap
