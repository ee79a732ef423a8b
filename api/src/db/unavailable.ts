const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOENT', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'])
/** SQLSTATE “connection failure”. */
const CONNECTION_FAILURE = '08006'

/** Gives a code to an error of a lost or missing connection that the driver has left without a code. */
export function withConnectionCode(error: unknown): unknown {
  return error instanceof Error && !('code' in error) ? Object.assign(error, { code: CONNECTION_FAILURE }) : error
}

/**
 * Whether the database could not be reached, or is changing its primary. Class 08: no connection; 57P0x: it is shutting
 * down or starting; 53300: no connection left; 25006: a standby, which takes no writes.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return codes.has(code) || /^(08|57P0|53300|25006)/.test(code)
}
