/** Whether an error has this code, which is an SQLSTATE of PostgreSQL or a code of Node. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Whether a unique index has rejected a row, because another transaction was faster. */
export function isUniqueViolation(error: unknown): boolean {
  return hasErrorCode(error, '23505')
}
