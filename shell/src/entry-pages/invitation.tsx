import { useSession } from '@portal/shared/session/store'
import { QueryClientProvider } from '@tanstack/react-query'
import InvitationPage from '../invitation/invitation-page.tsx'
import { queryClient } from '../query-client.ts'

// The response names the restaurants of the user who requested it.
useSession.subscribe(({ user }, previous) => {
  if (user?.id !== previous.user?.id) queryClient.clear()
})

/** The only one of these pages that has queries. */
export default function Invitation() {
  return (
    <QueryClientProvider client={queryClient}>
      <InvitationPage />
    </QueryClientProvider>
  )
}
