/** Whether an error has this code: an SQLSTATE of PostgreSQL, or one of Node. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
