import { QueryClientProvider } from '@tanstack/react-query'
import InvitationPage from '../invitation/invitation-page.tsx'
import { queryClient } from '../query-client.ts'
import { clearWithUser } from '../session/session-events.ts'

// The response names the restaurants of the user who requested it.
clearWithUser(queryClient)

/** Of these pages this one and that of the lock have queries. */
export default function Invitation() {
  return (
    <QueryClientProvider client={queryClient}>
      <InvitationPage />
    </QueryClientProvider>
  )
}
