import type { UserOtpPurpose, UserOtpRequest } from '@portal/contracts/otp'

/**
 * `title` completes «код для …»: `вывода 1 500 ₽ на Мир •• 1234, комиссия 22,50 ₽`.
 * It contains no text that only the caller has provided.
 */
export type Confirmation = { purpose: UserOtpPurpose; boundTo: string; title: string }

/**
 * Returns what a confirmation is requested for. The composition root passes the function in, since most actions are
 * planned by domains above identity.
 */
export type ReadConfirmation = (userId: string, request: UserOtpRequest) => Promise<Confirmation>
