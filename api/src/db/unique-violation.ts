import { hasErrorCode } from './error-code.ts'

/** Whether a unique index has rejected a row, since another transaction was faster. */
export function isUniqueViolation(error: unknown): boolean {
  return hasErrorCode(error, '23505')
}
