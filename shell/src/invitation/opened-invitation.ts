import type { Invitation } from '@portal/contracts/invitation'
import { ApiError } from '@portal/shared/http/api-error'

/** An invitation to be accepted by a new user, or by a signed-in one. */
export type OpenedInvitation = {
  code: string
  invitation: Invitation
  onAccepted: () => void
  /** @throws what does not end the invitation */
  onFailed: (cause: unknown) => void
}

/** Whether the invitation does not exist, or not any more: another request would not help. */
export function isGone(cause: unknown): boolean {
  if (!(cause instanceof ApiError)) return false
  return cause.code === 'not_found' || cause.code === 'invitation_expired' || cause.code === 'invitation_used'
}
