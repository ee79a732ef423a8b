/** Whether a unique index has rejected a row, since another transaction was faster. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
