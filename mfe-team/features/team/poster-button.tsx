import type { TeamInvitation } from '@portal/contracts/team'
import { optionalPart } from '@portal/shared/optional-part'
import { Suspense } from 'react'

// Without it the link can still be sent.
const Poster = optionalPart(() => import('./poster.tsx'))

/** Prints an invitation for all who see it. A personal one has no poster. */
export function PosterButton({ invitation }: { invitation: TeamInvitation }) {
  if (invitation.phone_masked !== null) return null
  return (
    <Suspense>
      <Poster invitation={invitation} />
    </Suspense>
  )
}
