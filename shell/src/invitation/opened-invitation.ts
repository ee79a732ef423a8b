import type { Invitation } from '@portal/contracts/invitation'
import { ApiError } from '@portal/shared/http/api-error'

/** For whoever accepts it: as a new user, or as one who is signed in. */
export type OpenedInvitation = {
  code: string
  invitation: Invitation
  onAccepted: () => void
  /** @throws what does not end the invitation */
  onFailed: (cause: unknown) => void
}

/** There is no such invitation, or not any more: asking again would not help. */
export function isGone(cause: unknown): boolean {
  if (!(cause instanceof ApiError)) return false
  return cause.code === 'not_found' || cause.code === 'invitation_expired' || cause.code === 'invitation_used'
}
