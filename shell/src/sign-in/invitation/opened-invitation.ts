import type { Invitation } from '@portal/contracts/invitation'
import { ApiError } from '@portal/shared/http/api-error'

/** An invitation for a new or a signed-in user. */
export type OpenedInvitation = {
  code: string
  invitation: Invitation
  onAccepted: () => void
  /** @throws what does not end the invitation */
  onFailed: (cause: unknown) => void
}

/** Returns whether the invitation does not exist, or no longer exists, so that another request would not help. */
export function isGone(cause: unknown): boolean {
  if (!(cause instanceof ApiError)) return false
  return cause.code === 'not_found' || cause.code === 'invitation_expired' || cause.code === 'invitation_used'
}
