import { login } from '@portal/shared/contracts/session'
import { onCallFailed } from '@portal/shared/http/call'
import { accessForbidden, signedOut, useSession } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'

/**
 * The one place that decides what becomes of a session: 401 ends it (a wrong password is no end), 403 forbids the page,
 * and whoever leaves takes all cached data along. Where to go next follows from the state (routing/guards.tsx).
 */
export function watchSession(client: QueryClient): void {
  onCallFailed(({ status }, endpoint) => {
    if (status === 401 && endpoint.path !== login.path) signedOut()
    if (status === 403) accessForbidden()
  })

  useSession.subscribe(({ user }, previous) => {
    // Also when another person signed in: nobody sees a line of somebody else's money.
    if (user?.id !== previous.user?.id) client.clear()
  })

  // Another tab signed out, or signed in as somebody else: what this one shows is no longer true.
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || (key === 'chaevye:user' && newValue !== oldValue)) otherTabChanged(newValue)
  })
}

function otherTabChanged(stored: string | null): void {
  const { user } = useSession.getState()
  if (!stored) signedOut()
  // A page full of one person's data does not become another's step by step.
  else if (user && (JSON.parse(stored) as { id: string }).id !== user.id) location.assign('/')
}
