import type { UserOtpPurpose, UserOtpRequest } from '@portal/contracts/otp'

/**
 * `title` completes «код для …»: `вывода 1 500 ₽ на Мир •• 1234, комиссия 22,50 ₽`.
 * It contains no text that only the caller has provided.
 */
export type Confirmation = { purpose: UserOtpPurpose; boundTo: string; title: string }

/**
 * Returns the action that a confirmation is requested for. The composition root passes this function in, because most
 * actions belong to domains above identity.
 */
export type ReadConfirmation = (userId: string, request: UserOtpRequest) => Promise<Confirmation>
