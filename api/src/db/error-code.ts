/** Whether an error has this code, which is an SQLSTATE of PostgreSQL or a code of Node. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Whether a unique index has rejected a row, because another transaction was faster. */
export function isUniqueViolation(error: unknown): boolean {
  return hasErrorCode(error, '23505')
}

/** Codes of Node for a lost or refused connection. */
const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOENT', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'])

/** SQLSTATE “connection failure”. */
const CONNECTION_FAILURE = '08006'

/** Adds a code to an error of a lost connection for which the driver has none. */
export function withConnectionCode(error: unknown): unknown {
  return error instanceof Error && !('code' in error) ? Object.assign(error, { code: CONNECTION_FAILURE }) : error
}

/**
 * Whether the database cannot be reached, or is changing its primary. Class 08: no connection. 57P0x: it is shutting
 * down or starting. 53300: it has no connection left. 25006: it is a standby, which takes no writes.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return codes.has(code) || /^(08|57P0|53300|25006)/.test(code)
}
